import { ModelError } from "@assay/contract";
import * as z from "zod";
import { SERVER } from "./post-json.ts";

const tokens = z.int().nonnegative().nullish();
const Completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish(),
});

/** What a model wrote and what it counted. Throws MODEL_REFUSED if it was blocked, MODEL_INVALID_OUTPUT if cut off. */
export function readCompletion(body: unknown): { text: string; tokensIn?: number; tokensOut?: number } {
  const parsed = Completion.safeParse(body);
  if (!parsed.success) throw invalid("it must be a chat completion");
  const { choices, usage } = parsed.data;
  const { finish_reason: finish, message } = choices[0]!;
  if (finish === "content_filter" || message.refusal)
    throw new ModelError(
      "MODEL_REFUSED",
      `Cannot get an answer from ${SERVER} because the model or its filter refused`,
    );
  if (finish === "length") throw invalid("it was cut off at the token limit or the context limit of the server");
  if (!message.content) throw invalid("it is empty");
  return {
    text: message.content,
    ...(usage?.prompt_tokens == null ? {} : { tokensIn: usage.prompt_tokens }),
    ...(usage?.completion_tokens == null ? {} : { tokensOut: usage.completion_tokens }),
  };
}

function invalid(why: string): ModelError {
  return new ModelError("MODEL_INVALID_OUTPUT", `Cannot use the answer of ${SERVER} because ${why}`);
}
