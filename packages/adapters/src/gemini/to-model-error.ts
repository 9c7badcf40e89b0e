import { ModelError } from "@assay/contract";
import { GoogleGenerativeAIFetchError } from "@google/generative-ai";
import { refusedStatus, retryAfterSeconds } from "../model-calls/index.ts";

/** What Google's client throws, in our codes. Never with its text, which may quote the request and name the key. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof GoogleGenerativeAIFetchError) {
    const details = Array.isArray(error.errorDetails) ? error.errorDetails : [];
    const find = (key: string) => details.map((detail) => detail?.[key]).find((value) => typeof value === "string");
    return refusedStatus({
      vendor: "Gemini",
      status: error.status ?? 500,
      // The client does not show the Retry-After header; RetryInfo among the details says the same.
      retryAfterSeconds: retryAfterSeconds(find("retryDelay"), new Date()),
      reason: dailyQuota(details) ? "DAILY_QUOTA_USED_UP" : toCode(find("reason")),
    });
  }
  if (error instanceof SyntaxError)
    return new ModelError("MODEL_FAILED", "Cannot use the answer of Gemini because it must be JSON");
  return new ModelError("MODEL_UNAVAILABLE", "Cannot get an answer from Gemini because the connection to it failed");
}

function dailyQuota(details: readonly unknown[]): boolean {
  return /"quotaId":"\w*PerDay/.test(JSON.stringify(details));
}

function toCode(reason: unknown): string | undefined {
  return typeof reason === "string" && /^[A-Z0-9_]{1,60}$/.test(reason) ? reason : undefined;
}
