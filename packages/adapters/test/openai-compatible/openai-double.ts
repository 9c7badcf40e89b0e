import {
  answerPrompt,
  embedLong,
  type ModelAnswer,
  type ModelRequest,
  startModelDouble,
} from "../model-doubles/index.ts";

/** A chat completion as vLLM and Ollama send it. */
export function completion(
  content: string | null,
  finishReason: string | null = "stop",
  message: object = {},
): ModelAnswer {
  return {
    body: {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1763712000,
      model: "qwen3:14b",
      choices: [{ index: 0, message: { role: "assistant", content, ...message }, finish_reason: finishReason }],
      usage: { prompt_tokens: 1200, completion_tokens: 200, total_tokens: 1400 },
    },
  };
}

export function embeddings(vectors: readonly (readonly number[])[]): ModelAnswer {
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
  return { body: { object: "list", data, model: "nomic-embed-text", usage: { prompt_tokens: 8, total_tokens: 8 } } };
}

export function refusal(status: number, message = "No", headers: Record<string, string> = {}): ModelAnswer {
  return { status, headers, body: { error: { message, type: "invalid_request_error", param: null, code: null } } };
}

/** A server on a good day; like some, it answers with embeddings out of order. */
export async function answerAsServer({ path, body }: ModelRequest): Promise<ModelAnswer> {
  if (path === "/v1/chat/completions") return completion(await answerPrompt(body.messages[1].content));
  if (path !== "/v1/embeddings") return refusal(404);
  const kind = body.input[0].startsWith("search_query: ") ? "query" : "document";
  const texts = body.input.map((text: string) => text.replace(/^search_(query|document): /, ""));
  const answer = embeddings(await embedLong(texts, kind)) as { body: { data: object[] } };
  answer.body.data.reverse();
  return answer;
}

export const startServerDouble = () => startModelDouble(answerAsServer);
