import { type GenerativeModel, GoogleGenerativeAI, type ModelParams } from "@google/generative-ai";
import { checkApiKey, readBaseUrl, withinTime } from "../model-calls/index.ts";
import { toModelError } from "./to-model-error.ts";

export interface GeminiOptions {
  readonly apiKey: string;
  /** Default is Google's own address. */
  readonly baseUrl?: string;
  /** For one call. */
  readonly timeoutMs?: number;
}

/** A model of Google's client, and the one way to call it: with a time limit, and with its errors in our words. */
export function createGeminiClient({ apiKey, baseUrl }: GeminiOptions, timeoutMs: number, params: ModelParams) {
  checkApiKey(apiKey, "Gemini");
  if (!/^[\w.-]+$/.test(params.model))
    throw new Error(
      `Cannot use Gemini because its model must be a name such as 'gemini-3.8-flash': it is '${params.model}'`,
    );
  const model = new GoogleGenerativeAI(apiKey).getGenerativeModel(params, {
    ...(baseUrl === undefined ? {} : { baseUrl: readBaseUrl(baseUrl, "Gemini") }),
  });
  return <T>(
    signal: AbortSignal | undefined,
    call: (model: GenerativeModel, options: { signal: AbortSignal }) => Promise<T>,
  ): Promise<T> =>
    withinTime({ signal, timeoutMs, vendor: "Gemini" }, async (limited) => {
      try {
        return await call(model, { signal: limited });
      } catch (error) {
        throw toModelError(error);
      }
    });
}
