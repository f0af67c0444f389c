/** The two encodings of OTLP/HTTP. */
export type Encoding = 'protobuf' | 'json';

export const MEDIA_TYPES: Readonly<Record<Encoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** Reads a Content-Type header, parameters such as `charset` aside; null for any other media type. */
export function encodingOf(contentType: string | undefined): Encoding | null {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === MEDIA_TYPES.protobuf || mediaType === 'application/protobuf') return 'protobuf';
  return mediaType === MEDIA_TYPES.json ? 'json' : null;
}
