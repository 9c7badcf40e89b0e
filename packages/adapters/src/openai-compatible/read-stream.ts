import { ModelError } from "@assay/contract";
import * as z from "zod";
import type { BodyReader } from "../model-calls/index.ts";
import { SERVER } from "./post-json.ts";

const words = z.string().nullish();
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({ content: z.unknown(), reasoning_content: words, reasoning: words, refusal: words })
          .partial()
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});

/**
 * Reads a completion that comes word by word, as the body that it would have come in as a whole; a server that sends it as
 * a whole is read too. `onWord` is told whenever the model has written something, thoughts included, and with `isPiece` false of
 * a piece of a whole: comments that keep a connection open say nothing of the model.
 */
export function createStreamReader(onWord: (isPiece: boolean) => void): BodyReader {
  let isStream: boolean | undefined;
  let rest = "";
  let isDone = false;
  let finish: string | null = null;
  let usage: unknown;
  const said = { content: "", reasoning: "", refusal: "" };

  function readEvent(data: string): void {
    if (data === "[DONE]") {
      isDone = true;
      return;
    }
    const { choices, ...event } = readChunk(data);
    if (event.usage) usage = event.usage;
    const [choice] = choices ?? [];
    const { content, reasoning_content, reasoning, refusal } = choice?.delta ?? {};
    const before = said.content.length + said.reasoning.length + said.refusal.length;
    said.content += typeof content === "string" ? content : "";
    said.reasoning += reasoning_content ?? reasoning ?? "";
    said.refusal += refusal ?? "";
    finish = choice?.finish_reason ?? finish;
    if (finish || said.content.length + said.reasoning.length + said.refusal.length > before) onWord(true);
  }

  return {
    read(piece, contentType) {
      isStream ??= contentType.includes("text/event-stream");
      rest += piece;
      if (!isStream) {
        if (piece.trim() !== "") onWord(false);
        return false;
      }
      const lines = rest.split(/\r?\n/);
      rest = lines.pop()!;
      for (const line of lines) if (line.startsWith("data:") && !isDone) readEvent(line.slice(5).trim());
      return isDone;
    },
    end() {
      if (!isStream) return JSON.parse(rest);
      if (rest.startsWith("data:") && !isDone) readEvent(rest.slice(5).trim());
      if (!isDone && finish === null)
        throw new ModelError("MODEL_FAILED", `Cannot use the answer of ${SERVER} because it broke off`);
      const message = { content: said.content, reasoning: said.reasoning, refusal: said.refusal || null };
      return { choices: [{ finish_reason: finish, message }], usage };
    },
  };
}

function readChunk(data: string): z.infer<typeof Chunk> {
  const chunk = Chunk.safeParse(JSON.parse(data));
  if (!chunk.success)
    throw new ModelError("MODEL_FAILED", `Cannot use the answer of ${SERVER} because it must be a chat completion`);
  if (chunk.data.error)
    throw new ModelError("MODEL_FAILED", `Cannot use the answer of ${SERVER} because it failed on the way`);
  return chunk.data;
}
