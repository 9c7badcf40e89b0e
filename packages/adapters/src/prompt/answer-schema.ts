/**
 * The form of a model's answer as JSON Schema, in the part of it that all vendors know. Evidence comes before judgement,
 * as a model writes in this order; an empty string stands for what is absent.
 */
export function answerSchema(passages: readonly string[]) {
  return {
    type: "object",
    properties: {
      quotes: {
        type: "array",
        items: {
          type: "object",
          properties: { passage: { type: "string", enum: [...passages] }, text: { type: "string" } },
          required: ["passage", "text"],
        },
      },
      reasoning: { type: "string" },
      remediation: { type: "string" },
      confidence: { type: "number" },
    },
    required: ["quotes", "reasoning", "remediation", "confidence"],
  };
}
