import { ModelError } from "@assay/contract";
import * as z from "zod";
import type { Said } from "../prompt/index.ts";

const tokens = z.int().nonnegative().optional();
const Generation = z.object({
  candidates: z
    .array(
      z.object({
        finishReason: z.string().optional(),
        content: z
          .object({
            parts: z.array(z.object({ text: z.string().optional(), thought: z.boolean().optional() })).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: z
    .object({ promptTokenCount: tokens, candidatesTokenCount: tokens, thoughtsTokenCount: tokens })
    .optional(),
});

const REFUSALS = new Set(["SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"]);

export interface ReadGeneration {
  readonly text: string;
  readonly end: Said["end"];
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  /** The filters stopped the request itself: another turn would meet them again. */
  readonly blocked: boolean;
}

/** What a model wrote and what it counted. Throws MODEL_FAILED for what is no reply of the API. */
export function readGeneration(response: unknown): ReadGeneration {
  const { candidates = [], promptFeedback, usageMetadata } = parse(response);
  const [candidate] = candidates;
  const parts = candidate?.content?.parts ?? [];
  const { promptTokenCount: tokensIn, candidatesTokenCount, thoughtsTokenCount = 0 } = usageMetadata ?? {};
  return {
    text: parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join(""),
    end: endOf(candidate?.finishReason),
    blocked: !candidate && promptFeedback?.blockReason !== undefined,
    ...(tokensIn === undefined ? {} : { tokensIn }),
    ...(candidatesTokenCount === undefined ? {} : { tokensOut: candidatesTokenCount + thoughtsTokenCount }),
  };
}

function endOf(finish: string | undefined): Said["end"] {
  if (finish !== undefined && REFUSALS.has(finish)) return "stopped";
  return finish === "STOP" ? "finished" : "cut off";
}

function parse(response: unknown): z.infer<typeof Generation> {
  const parsed = Generation.safeParse(response);
  if (parsed.success) return parsed.data;
  throw new ModelError(
    "MODEL_FAILED",
    "Cannot use the answer of Gemini because it must have the form that the API documentation describes",
  );
}
