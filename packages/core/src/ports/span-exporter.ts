/** A finished span as a collector takes it. Ids are lowercase hex. */
export interface ExportableSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  /** OpenTelemetry's SpanKind and SpanStatusCode. */
  readonly kind: number;
  readonly statusCode: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly attributes: Readonly<Record<string, string | number | boolean | string[]>>;
}

/** Hands spans to a collector. Scrubs all that leaves once more. */
export interface SpanExporter {
  /** Most spans that one call accepts. */
  readonly batchSizeMax: number;
  /** Resolves when the collector has taken them all. Throws SpanExportError. */
  export(spans: readonly ExportableSpan[]): Promise<void>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

/** Says no more than this: what a collector answers is not ours to log. */
export class SpanExportError extends Error {
  override readonly name = "SpanExportError";
  /** The collector will never take these spans, at least not together: asking again is no use. */
  readonly refused: boolean;
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;

  constructor({ refused, status }: { refused: boolean; status?: number | undefined }) {
    super(`Cannot export spans: the collector ${status === undefined ? "could not be reached" : `answered ${status}`}`);
    this.refused = refused;
    this.status = status;
  }
}
