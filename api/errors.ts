/** Every `error.code` the API answers with, its HTTP status, and the message where the thrower gives none. */
export const API_ERRORS = {
  invalid_query: { status: 400, message: 'The query is not valid.' },
  unauthorized: {
    status: 401,
    message: 'Send an API key as "Authorization: Bearer KEY" or "x-api-key: KEY".',
  },
  foreign_origin: {
    status: 403,
    message:
      'Writing is for pages of this server and for programs, not for pages of another origin.',
  },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  too_large: { status: 413, message: 'The body is larger than this route takes.' },
  unsupported_type: {
    status: 415,
    message: 'Send the body as JSON, with "content-type: application/json".',
  },
  unknown_host: {
    status: 421,
    message: 'Without API keys only loopback host names are answered.',
  },
  not_here: {
    status: 501,
    message: 'This process only shows what is stored; ask the one that judges.',
  },
  store_unavailable: { status: 503, message: 'The store does not answer. Try again shortly.' },
  internal: { status: 500, message: 'Something failed here; the log has the reason.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** A failure that the caller may read: its message goes out as it is. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string = API_ERRORS[code].message) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}
