import {
  answerPrompt,
  embedLong,
  type ModelAnswer,
  type ModelFault,
  type ModelRequest,
  startModelDouble,
} from "../model-doubles/index.ts";

/** An answer of generateContent as its API documents it, thoughts and signatures included. */
export function generation(text: string, finishReason = "STOP"): ModelAnswer {
  return {
    body: {
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              { text: "Let me see.", thought: true },
              { text, thoughtSignature: "Eo8BCowB" },
            ],
          },
          finishReason,
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 1200,
        candidatesTokenCount: 150,
        thoughtsTokenCount: 50,
        totalTokenCount: 1400,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: 1200 }],
      },
      modelVersion: "gemini-3.8-flash",
      responseId: "x4Vtaaa",
    },
  };
}

/** A refusal as Google's APIs send it. */
export function refusal(status: number, code: string, details: object[] = [], message = "No"): ModelAnswer {
  return { status, body: { error: { code: status, message, status: code, details } } };
}

export const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
export const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";
export const QUOTA_FAILURE = "type.googleapis.com/google.rpc.QuotaFailure";

/** Google's server on a good day. */
export async function answerAsGemini({ path, body }: ModelRequest): Promise<ModelAnswer | ModelFault> {
  if (path.endsWith(":generateContent")) return generation(await answerPrompt(body.contents[0].parts[0].text));
  if (!path.endsWith(":batchEmbedContents")) return refusal(404, "NOT_FOUND");
  const { requests } = body;
  if (requests.length > 100)
    return refusal(
      400,
      "INVALID_ARGUMENT",
      [],
      "BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch",
    );
  const kind = requests[0].taskType === "RETRIEVAL_QUERY" ? "query" : "document";
  const texts = requests.map((one: { content: { parts: { text: string }[] } }) => one.content.parts[0]!.text);
  return { body: { embeddings: (await embedLong(texts, kind)).map((values) => ({ values })) } };
}

export const startGeminiDouble = () => startModelDouble(answerAsGemini);
