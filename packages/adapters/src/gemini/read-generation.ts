import { ModelError } from "@assay/contract";
import * as z from "zod";

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

/** What a model wrote and what it counted. Throws MODEL_REFUSED if it was blocked, MODEL_INVALID_OUTPUT if cut off. */
export function readGeneration(response: unknown): { text: string; tokensIn?: number; tokensOut?: number } {
  const { candidates = [], promptFeedback, usageMetadata } = parse(response);
  const [candidate] = candidates;
  if (!candidate && promptFeedback?.blockReason) throw refused("the request");
  const finish = candidate?.finishReason;
  if (finish !== undefined && REFUSALS.has(finish)) throw refused("its own reply");
  if (finish === "MAX_TOKENS") throw invalid("it was cut off at the token limit");
  const parts = candidate?.content?.parts ?? [];
  const text = parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
  if (finish !== "STOP" || text === "") throw invalid("it is empty or unfinished");
  const { promptTokenCount: tokensIn, candidatesTokenCount, thoughtsTokenCount = 0 } = usageMetadata ?? {};
  return {
    text,
    ...(tokensIn === undefined ? {} : { tokensIn }),
    ...(candidatesTokenCount === undefined ? {} : { tokensOut: candidatesTokenCount + thoughtsTokenCount }),
  };
}

function parse(response: unknown): z.infer<typeof Generation> {
  const parsed = Generation.safeParse(response);
  if (!parsed.success) throw invalid("it must have the form that the API documentation describes");
  return parsed.data;
}

function refused(what: string): ModelError {
  return new ModelError("MODEL_REFUSED", `Cannot get an answer from Gemini because its filters blocked ${what}`);
}

function invalid(why: string): ModelError {
  return new ModelError("MODEL_INVALID_OUTPUT", `Cannot use the answer of Gemini because ${why}`);
}
