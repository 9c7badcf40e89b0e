import type { Sending } from "@assay/core/ports";
import type { JsonSchema, Turn } from "../prompt/index.ts";
import type { GeminiModel } from "./gemini-models.ts";

export interface Generate extends Partial<Pick<GeminiModel, "temperature" | "thinkingConfig">> {
  readonly system?: string;
  readonly turns: readonly Turn[];
  /** Of the answer, which is JSON then. */
  readonly schema?: JsonSchema;
  readonly outputTokensMax: number;
}

export interface Embed {
  readonly texts: readonly string[];
  readonly task: "RETRIEVAL_DOCUMENT" | "RETRIEVAL_QUERY";
  readonly dimensions: number;
}

/** A model, by one of Google's packages. Returns what the API replied; throws what the package throws. */
export interface GeminiPackage {
  generate(asked: Generate, signal: AbortSignal, sending?: Sending): Promise<unknown>;
  embed(asked: Embed, signal: AbortSignal, sending?: Sending): Promise<unknown>;
}

export interface OpenOptions {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly model: string;
}

/** A status of the API that is no success. */
export class RefusedCall extends Error {
  override readonly name = "RefusedCall";
  readonly status: number;
  readonly details: readonly unknown[];
  readonly retryAfter: string | null;

  constructor(status: number, details: readonly unknown[], retryAfter: string | null) {
    super(`Google answered with status ${status}`);
    this.status = status;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}
