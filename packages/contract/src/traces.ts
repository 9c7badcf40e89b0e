import { z } from "zod";
import { timestamp } from "./primitives.ts";

export const traceSpan = z.strictObject({
  spanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe("16 hexadecimal digits."),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable()
    .describe("Null for the root. The parent may be missing while the run is active: a span is stored when it ends."),
  name: z.string(),
  kind: z.enum(["INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"]).describe("The values of OpenTelemetry."),
  status: z.enum(["UNSET", "OK", "ERROR"]),
  startedAt: timestamp,
  endedAt: timestamp,
  attributes: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .describe("Scrubbed: never with evidence."),
});
export type TraceSpan = z.infer<typeof traceSpan>;

const traceId = z.string().regex(/^[0-9a-f]{32}$/);
const rootSpanId = z.string().regex(/^[0-9a-f]{16}$/);

export const traceHeader = z
  .strictObject({
    traceId,
    rootSpanId,
    total: z.int().nonnegative().describe("How many spans are stored; an active run may add some."),
  })
  .describe("The first line of a trace as JSON lines; each further line is a span.");
export type TraceHeader = z.infer<typeof traceHeader>;

export const traceReply = z.strictObject({ traceId, rootSpanId, spans: z.array(traceSpan) });
