import { ModelError, type ModelErrorCode, type VendorAnswer } from "@assay/contract";

export interface RefusedStatus extends VendorAnswer {
  readonly vendor: string;
  readonly retryAfterSeconds?: number;
}

/** What a gateway says for a server that is away, and a server for itself; 529 is "overloaded". */
const UNAVAILABLE = new Set([502, 503, 529]);

/**
 * An HTTP status that is no success, as our error. Without the vendor's text, which may quote the evidence and name the
 * key; so there is no cause either.
 */
export function refusedStatus({ vendor, retryAfterSeconds, ...answered }: RefusedStatus): ModelError {
  const { status, reason } = answered;
  const shown = reason === undefined ? `${status}` : `${status}, ${reason}`;
  return new ModelError(
    codeOf(status),
    `Cannot get an answer from ${vendor} because it answered with status ${shown}${hint(status, reason)}`,
    { retryAfterSeconds, answered },
  );
}

function codeOf(status: number): ModelErrorCode {
  if (status === 429) return "MODEL_RATE_LIMITED";
  if (status === 408 || status === 504) return "MODEL_TIMEOUT";
  if (UNAVAILABLE.has(status)) return "MODEL_UNAVAILABLE";
  return status >= 500 ? "MODEL_FAILED" : "MODEL_REJECTED_REQUEST";
}

function hint(status: number, reason: string | undefined): string {
  if (status === 401 || status === 403 || reason?.startsWith("API_KEY_"))
    return ": set an API key that may use the model";
  if (status === 404) return ": check the name of the model and the base URL";
  if (status === 402 || status === 429) return ": check the quota and the billing of the account if this goes on";
  if (status === 400 || status === 413 || status === 422)
    return ": check the model's context length, and where the account may use it from";
  return "";
}
