import type { Context } from "@assay/core/tenancy";
import { z } from "zod";
import type { ApiServices } from "../services.ts";
import type { MarkEvidence } from "./mark-evidence.ts";

/** Who calls, and what a tool works with. */
export interface ToolCall {
  readonly ctx: Context;
  readonly services: ApiServices;
  /** The address that the service was called by. */
  readonly origin: string;
  readonly signal: AbortSignal;
  readonly mark: MarkEvidence;
}

/** A reading tool. What it returns is plain JSON, in which untrusted text is marked. */
export interface McpTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** What it returns, checked before it is sent. */
  readonly output: z.ZodObject;
  run(call: ToolCall, input: z.infer<Input>): Promise<Readonly<Record<string, unknown>>>;
}

/** A tool with its input's type checked here and left open in the table of all. */
export function defineTool<Input extends z.ZodObject>(tool: McpTool<Input>): McpTool {
  return tool as unknown as McpTool;
}

export const id = z.string().max(100);
export const runId = id.optional().describe("Default: the newest");
export const limitTo = (most: number, usual: number) => z.int().min(1).max(most).default(usual);
/** Where the next page begins. */
export const nextCursor = z.string().nullable();
export const cursor = z
  .string()
  .regex(/^\d{1,6}$/)
  .optional();

/** The part of a list from a cursor on, and where the next one begins. */
export function pageOf<T>(
  items: readonly T[],
  { limit, cursor: at = "0" }: { limit: number; cursor?: string | undefined },
): { items: T[]; total: number; nextCursor: string | null } {
  const end = Number(at) + limit;
  return {
    items: items.slice(Number(at), end),
    total: items.length,
    nextCursor: end < items.length ? String(end) : null,
  };
}
