/** What this package reads of a span, of OTel JS 1.x to 3.x alike. */
export interface SpanView {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number; readonly message?: string | undefined };
  readonly events: readonly {
    readonly name: string;
    readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  }[];
  spanContext(): { readonly traceId: string };
}

/** OTel's status codes. */
export const STATUS_OK = 1;
export const STATUS_ERROR = 2;
