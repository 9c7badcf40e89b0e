import type { GeminiClientName } from "@assay/contract";
import { checkApiKey, readBaseUrl, withinTime } from "../model-calls/index.ts";
import type { Embed, GeminiPackage, Generate, OpenOptions } from "./gemini-package.ts";
import { openGenAi } from "./open-genai.ts";
import { openGenerativeAi } from "./open-generative-ai.ts";
import { toModelError } from "./to-model-error.ts";

export interface GeminiOptions {
  readonly apiKey: string;
  /** Default is Google's own address. */
  readonly baseUrl?: string;
  /** For one call. */
  readonly timeoutMs?: number;
  /** Which of Google's packages makes the calls. Default is `generative-ai`. */
  readonly client?: GeminiClientName;
}

const PACKAGES: Readonly<Record<GeminiClientName, (options: OpenOptions) => GeminiPackage>> = {
  "generative-ai": openGenerativeAi,
  genai: openGenAi,
};

/** The one way to call a model of Google's: with a time limit, and with errors in our words. */
export function createGeminiClient(options: GeminiOptions, timeoutMs: number, model: string) {
  const { apiKey, client = "generative-ai" } = options;
  checkApiKey(apiKey, "Gemini");
  if (!/^[\w.-]+$/.test(model))
    throw new Error(`Cannot use Gemini because its model must be a name such as 'gemini-3.8-flash': it is '${model}'`);
  const baseUrl = options.baseUrl === undefined ? undefined : readBaseUrl(options.baseUrl, "Gemini");
  const opened = PACKAGES[client]({ apiKey, baseUrl, model });
  const limited = <T>(signal: AbortSignal | undefined, call: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withinTime({ signal, timeoutMs, vendor: "Gemini" }, async (within) => {
      try {
        return await call(within);
      } catch (error) {
        throw toModelError(error);
      }
    });
  return {
    generate: (asked: Generate, signal?: AbortSignal) => limited(signal, (within) => opened.generate(asked, within)),
    embed: (asked: Embed, signal?: AbortSignal) => limited(signal, (within) => opened.embed(asked, within)),
  };
}
