import type { GeminiClientName } from "@assay/contract";
import type { Sending } from "@assay/core/ports";
import { checkApiKey, hostOf, readBaseUrl, withinTime } from "../model-calls/index.ts";
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

/** The address of both packages where none is set. */
const GOOGLE = "https://generativelanguage.googleapis.com";

interface CallLimits {
  readonly signal?: AbortSignal | undefined;
  readonly sending?: Sending | undefined;
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
  const limited = <T>(
    { signal, sending }: CallLimits,
    call: (signal: AbortSignal, sending: Sending | undefined) => Promise<T>,
  ): Promise<T> =>
    withinTime({ signal, timeoutMs, vendor: "Gemini" }, async (within) => {
      let refused: { readonly error: unknown } | undefined;
      // A package has its own words for what its request fails with.
      const counting: Sending | undefined =
        sending &&
        ((bytes) =>
          sending(bytes).catch((error: unknown) => {
            refused = { error };
            throw error;
          }));
      try {
        return await call(within, counting);
      } catch (error) {
        throw refused ? refused.error : toModelError(error);
      }
    });
  return {
    sendsTo: { provider: "gemini", host: hostOf(baseUrl ?? GOOGLE) } as const,
    generate: (asked: Generate, limits: CallLimits = {}) =>
      limited(limits, (within, sending) => opened.generate(asked, within, sending)),
    embed: (asked: Embed, limits: CallLimits = {}) =>
      limited(limits, (within, sending) => opened.embed(asked, within, sending)),
  };
}
