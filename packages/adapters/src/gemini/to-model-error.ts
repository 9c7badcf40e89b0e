import { ModelError } from "@assay/contract";
import { GoogleGenerativeAIFetchError } from "@google/generative-ai";
import { refusedStatus, retryAfterSeconds } from "../model-calls/index.ts";
import { RefusedCall } from "./gemini-package.ts";

/** What Google's client throws, in our codes. Never with its text, which may quote the request and name the key. */
export function toModelError(error: unknown): ModelError {
  const refusal = readRefusal(error);
  if (refusal) {
    const { status, details, retryAfter } = refusal;
    return refusedStatus({
      vendor: "Gemini",
      status,
      // `@google/generative-ai` does not show the Retry-After header; RetryInfo among the details says the same.
      retryAfterSeconds: retryAfterSeconds(findText(details, "retryDelay") ?? retryAfter ?? undefined, new Date()),
      reason: dailyQuota(details) ? "DAILY_QUOTA_USED_UP" : toCode(findText(details, "reason")),
    });
  }
  if (error instanceof SyntaxError)
    return new ModelError("MODEL_FAILED", "Cannot use the answer of Gemini because it must be JSON");
  return new ModelError("MODEL_UNAVAILABLE", "Cannot get an answer from Gemini because the connection to it failed");
}

/** Undefined for an error that is no status of the API. */
function readRefusal(error: unknown): RefusedCall | undefined {
  if (error instanceof RefusedCall) return error;
  if (!(error instanceof GoogleGenerativeAIFetchError)) return undefined;
  const { status = 500, errorDetails } = error;
  return new RefusedCall(status, Array.isArray(errorDetails) ? errorDetails : [], null);
}

function findText(details: readonly unknown[], key: string): string | undefined {
  const values = details.map((detail) => (isRecord(detail) ? detail[key] : undefined));
  return values.find((value) => typeof value === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function dailyQuota(details: readonly unknown[]): boolean {
  return /"quotaId":"\w*PerDay/.test(JSON.stringify(details));
}

function toCode(reason: unknown): string | undefined {
  return typeof reason === "string" && /^[A-Z0-9_]{1,60}$/.test(reason) ? reason : undefined;
}
