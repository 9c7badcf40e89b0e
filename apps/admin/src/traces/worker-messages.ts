import type { TraceSurroundings } from "./model/draft-trace.ts";
import type { Trace } from "./model/trace.ts";

export type ToWorker =
  | { readonly kind: "chunk"; readonly bytes: Uint8Array }
  | { readonly kind: "end" }
  | { readonly kind: "about"; readonly about: Omit<TraceSurroundings, "traceId" | "rootSpanId"> };

export type FromWorker =
  /** The next chunk may come. */
  | { readonly kind: "more" }
  | { readonly kind: "progress"; readonly received: number; readonly total: number }
  | { readonly kind: "trace"; readonly trace: Trace }
  | { readonly kind: "failed"; readonly message: string };

/** What travels without a copy. */
export function buffersOf(trace: Trace): Transferable[] {
  const buffers = Object.values(trace).flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer] : []));
  return [...new Set(buffers)];
}
