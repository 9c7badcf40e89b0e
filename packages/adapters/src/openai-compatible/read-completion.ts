import { ModelError } from "@assay/contract";
import * as z from "zod";
import type { Said } from "../prompt/index.ts";
import { SERVER } from "./post-json.ts";

const tokens = z.int().nonnegative().nullish();
// Some servers give a text in pieces.
const Content = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string().optional() }))
    .transform((pieces) => pieces.map(({ text = "" }) => text).join("")),
]);
const Body = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: Content.nullish(),
          refusal: z.string().nullish(),
          // What a model thinks, by the names that vLLM, llama.cpp, OpenRouter and Ollama have for it.
          reasoning_content: z.unknown().optional(),
          reasoning: z.unknown().optional(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: tokens,
      completion_tokens: tokens,
      completion_tokens_details: z.object({ reasoning_tokens: tokens }).nullish().catch(null),
    })
    .nullish(),
});

export interface Completion {
  readonly text: string;
  readonly end: Said["end"];
  /** It has thought before it answered, or instead. */
  readonly hasThought: boolean;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
}

/** What a model wrote and what it counted. Throws MODEL_FAILED for what is no completion. */
export function readCompletion(body: unknown): Completion {
  const parsed = Body.safeParse(body);
  if (!parsed.success)
    throw new ModelError("MODEL_FAILED", `Cannot use the answer of ${SERVER} because it must be a chat completion`);
  const { choices, usage } = parsed.data;
  const { finish_reason: finish, message } = choices[0]!;
  return {
    text: message.content ?? "",
    end: endOf(finish, message.refusal),
    hasThought: hasThought(message, usage?.completion_tokens_details?.reasoning_tokens),
    ...(usage?.prompt_tokens == null ? {} : { tokensIn: usage.prompt_tokens }),
    ...(usage?.completion_tokens == null ? {} : { tokensOut: usage.completion_tokens }),
  };
}

function endOf(finish: string | null | undefined, refusal: string | null | undefined): Said["end"] {
  if (finish === "content_filter" || refusal) return "stopped";
  return finish === "length" ? "cut off" : "finished";
}

const BEGINS_WITH_THOUGHTS = /^\s*<(?:think|thinking|thought|reasoning)>/i;

function hasThought(
  { content, reasoning_content, reasoning }: z.infer<typeof Body>["choices"][number]["message"],
  tokensThought: number | null | undefined,
): boolean {
  const isSaid = [reasoning_content, reasoning].some((each) => typeof each === "string" && each.trim() !== "");
  return isSaid || (tokensThought ?? 0) > 0 || BEGINS_WITH_THOUGHTS.test(content ?? "");
}
