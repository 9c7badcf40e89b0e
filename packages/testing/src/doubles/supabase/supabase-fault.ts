export type SupabaseFault =
  /** Answered at once; the body that was sent is read to its end. */
  | { readonly kind: "status"; readonly status: number; readonly headers?: Record<string, string> }
  /** Answered with what no JSON parser reads, as a proxy does. */
  | { readonly kind: "html"; readonly status: number }
  /** The connection is dropped silently. */
  | { readonly kind: "reset" }
  /** The connection stays open and nothing comes. */
  | { readonly kind: "silence" }
  /** A download is interrupted after so many bytes: `cut` shows on the wire, `short` looks like a proper end. */
  | { readonly kind: "cut" | "short"; readonly afterBytes: number }
  /** A download stands still after so many bytes. */
  | { readonly kind: "stall"; readonly afterBytes: number }
  /** Served as ever, and then the answer is lost on its way. */
  | { readonly kind: "lost-answer" };
