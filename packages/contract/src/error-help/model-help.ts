import type { ModelErrorCode } from "../errors.ts";
import type { FailureHelp } from "./help-text.ts";

const counted = (code: ModelErrorCode, count: number) => ({ modelErrors: [{ code, count }] });

/** Codes of failed model calls and attempts: in the overview, in traces as `error.type`, in `failureReason` of a run and in the log. */
export const MODEL_HELP = {
  MODEL_TIMEOUT: {
    happened: "A model did not answer in time. The attempt counts and is repeated.",
    why: "The model is overloaded, or too slow for the time limit of one attempt.",
    fix: "Wait. If it happens often, choose a faster model.",
    example: counted("MODEL_TIMEOUT", 3),
  },
  MODEL_RATE_LIMITED: {
    happened: "A model asked for fewer calls. Jobs that need it wait, and no attempt counts.",
    why: "The quota of the model's account is used up for the minute or the day.",
    fix: "Wait: the jobs continue by themselves. If it happens often, set the quota of the account (`GEMINI_REQUESTS_PER_MINUTE`, `OPENAI_COMPATIBLE_REQUESTS_PER_MINUTE` and the like), or ask the vendor for a higher one.",
    example: counted("MODEL_RATE_LIMITED", 12),
  },
  MODEL_UNAVAILABLE: {
    happened: "A model could not be reached. Jobs that need it wait, and no attempt counts.",
    why: "The vendor has an outage, or the network or the model's address is wrong.",
    fix: "Wait: the jobs continue by themselves. If it lasts, run `npm run doctor`.",
    example: counted("MODEL_UNAVAILABLE", 2),
  },
  MODEL_FAILED: {
    happened: "A model call failed. The attempt counts and is repeated.",
    why: "The vendor responded with status 500, or the server closed the connection.",
    fix: "Wait. After three failed attempts the requirement or document is FAILED: continue the run, or reprocess the document, later.",
    example: counted("MODEL_FAILED", 1),
  },
  MODEL_INVALID_OUTPUT: {
    happened:
      "A model's answer cannot be used, also after a repair turn. The fallback model is asked, if there is one; otherwise the requirement is not judged.",
    why: "The answer is not valid JSON, lacks a field, was cut off, or has a value out of its range. Small models do this more often.",
    fix: "Judge these requirements by hand. If it happens often, choose another model, or set `MODEL_FALLBACK_PROVIDER`.",
    example: counted("MODEL_INVALID_OUTPUT", 4),
  },
  MODEL_REFUSED: {
    happened:
      "A model refused to answer. The fallback model is asked, if there is one; otherwise the requirement is not judged.",
    why: "The vendor's content filters blocked the evidence or the answer.",
    fix: "Judge these requirements by hand. Choose a model without such filters, set `MODEL_FALLBACK_PROVIDER`, or remove the document that triggers them.",
    example: counted("MODEL_REFUSED", 1),
  },
  MODEL_REJECTED_REQUEST: {
    happened: "A model did not accept the request. The attempt is not repeated.",
    why: "The API key or the model's name is wrong, or the prompt is too long for the model.",
    fix: "Look at the log event `work.failed`: `status` and `reason` are the vendor's (400 `API_KEY_INVALID`, 401 and 403 mean the key, 404 the model's name). Correct the setting, then run `npm run doctor`.",
    example: counted("MODEL_REJECTED_REQUEST", 25),
  },
  TIMEOUT: {
    happened: "An attempt of a job took too long and was stopped. It counts and is repeated.",
    why: "The machine, the database or a vendor is slow, or one piece of the work is too large for an attempt.",
    fix: "Wait. If it lasts, look at the load of the machine and the database, and run `npm run doctor`.",
    example: { failureReason: "Step RETRIEVAL could not be completed after 3 attempts (TIMEOUT)" },
  },
  RUN_CANCELLED: {
    happened: "A person cancelled the run.",
    why: "`failureReason` has the person's reason.",
    fix: "To finish it after all, start a run with its id as `continueRunId`: existing answers are reused.",
    example: { failureReason: "Cancelled by ada@example.com: the new policies were missing" },
  },
} as const satisfies Record<ModelErrorCode | "TIMEOUT" | "RUN_CANCELLED", FailureHelp>;
