import type { AssayError } from "@assay/contract";
import type { ToolCall } from "./define-tool.ts";

export interface McpCaller extends Omit<ToolCall, "mark"> {
  /** Logs what failed and returns the error to tell the caller. */
  toError: (thrown: unknown) => AssayError;
  /** Called after each call of a tool, with the code of its error. */
  onCalled: (tool: string, code: string | null) => void;
}
