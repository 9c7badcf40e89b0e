import type { CaptureFact } from "@assay/contract";
import type { ShownFacts } from "../../sets/captures/screens.ts";

export const CAPTURE_QUESTIONS = ["clock", "date", "address", "user"] as const;
export type CaptureQuestion = (typeof CAPTURE_QUESTIONS)[number];

/** Nothing found where nothing is shown is right too. */
export type CaptureVerdict = "right" | "missed" | "wrong";

/** Holds what was found in a screen against what it shows, spaces apart. */
export function evaluateCapture(
  shown: ShownFacts,
  found: readonly CaptureFact[],
): Record<CaptureQuestion, { readonly verdict: CaptureVerdict; readonly said: string | null }> {
  const [clock, address, user] = (["CLOCK", "ADDRESS", "USER"] as const).map((kind) =>
    found.find((fact) => fact.kind === kind),
  );
  const said = {
    clock: clock?.text ?? null,
    date: clock?.date ?? null,
    address: address?.text ?? null,
    user: user?.text ?? null,
  };
  return {
    clock: judge(shown.clock, said.clock, (words, text) => text.includes(words)),
    date: judge(shown.date, said.date, (words, text) => text === words),
    address: judge(shown.address, said.address, (words, text) => text === words),
    user: judge(shown.user, said.user, (words, text) => text === words),
  };
}

function judge(shown: string | null, said: string | null, agree: (shown: string, said: string) => boolean) {
  const verdict = (): CaptureVerdict => {
    if (said === null) return shown === null ? "right" : "missed";
    return shown !== null && agree(tight(shown), tight(said)) ? "right" : "wrong";
  };
  return { verdict: verdict(), said };
}

function tight(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}
