import { SpanKind } from "@opentelemetry/api";
import { errorCode } from "../../../jobs/error-code.ts";
import type { Assessor, ModelUsage } from "../../../ports/assessor.ts";
import { newSpanId, type SpanRecord, spanContext } from "../../../telemetry/span.ts";
import type { OpenRun } from "../../open-run.ts";
import type { Passage, Subject } from "./load-passages.ts";

/** An attempt at a requirement; the calls of the model are below its span. */
export interface OpenSpan {
  readonly spanId: string;
  readonly startedAt: Date;
}

type Assessed = OpenRun & { readonly subject: Subject; readonly passages: readonly Passage[] };

type Attributes = SpanRecord["attributes"];

export function attemptSpan(
  { run, step, stepSpanId, subject, passages }: Assessed,
  { spanId, startedAt }: OpenSpan,
  outcome: Attributes = {},
): SpanRecord {
  return {
    context: spanContext(run.traceId, spanId),
    parentSpanId: stepSpanId,
    runId: run.id,
    name: "assessment",
    startedAt,
    endedAt: new Date(),
    attributes: { ...aboutSubject(run, step, subject), "chunk.count": passages.length, ...outcome },
  };
}

interface OfCall {
  readonly assessor: Pick<Assessor, "model" | "provider">;
  readonly startedAt: Date;
  /** `assessment.model_probe`: a small call that told whether the failure of another was the model's. */
  readonly name?: "assessment.model_call" | "assessment.model_probe";
}

export function callSpan(
  { run, step, subject }: Assessed,
  opened: OpenSpan,
  { assessor, startedAt, name }: OfCall,
  outcome: Attributes,
): SpanRecord {
  return {
    context: spanContext(run.traceId, newSpanId()),
    parentSpanId: opened.spanId,
    runId: run.id,
    name: name ?? "assessment.model_call",
    kind: SpanKind.CLIENT,
    startedAt,
    endedAt: new Date(),
    attributes: { ...aboutSubject(run, step, subject), ...aboutModel(assessor), ...outcome },
  };
}

/** Of the pairs that a verdict's citations made, which the model in the house has scored. */
export function checkSpan(
  { run, step, subject }: Assessed,
  opened: OpenSpan,
  model: string,
  startedAt: Date,
): SpanRecord {
  return {
    context: spanContext(run.traceId, newSpanId()),
    parentSpanId: opened.spanId,
    runId: run.id,
    name: "assessment.meaning_check",
    startedAt,
    endedAt: new Date(),
    attributes: { ...aboutSubject(run, step, subject), "llm.model": model },
  };
}

/** Our names, and OpenTelemetry's next to them. */
function aboutModel({ model, provider = "assay" }: Pick<Assessor, "model" | "provider">): Attributes {
  return {
    "llm.model": model,
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": model,
  };
}

/** Of a call that was answered: a retrieval version pins the model that answers. */
export function answerOf({ model }: Pick<Assessor, "model">, usage: ModelUsage): Attributes {
  return { ...usageOf(usage), "gen_ai.response.model": model };
}

function aboutSubject(run: OpenRun["run"], step: string, { requirementId }: Subject): Attributes {
  return { "run.id": run.id, "step.name": step, "requirement.codes": [requirementId] };
}

export function usageOf({ tokensIn, tokensOut, costUsd }: ModelUsage) {
  return {
    "llm.tokens.in": tokensIn,
    "llm.tokens.out": tokensOut,
    "llm.cost.usd": costUsd,
    "gen_ai.usage.input_tokens": tokensIn,
    "gen_ai.usage.output_tokens": tokensOut,
  };
}

export function failureOf(error: unknown) {
  return { "error.type": errorCode(error), "error.message": errorCode(error) };
}
