export interface Finding {
  readonly ok: boolean;
  /** Nothing that is wrong, and to be changed all the same. */
  readonly warns?: true;
  /** What was found; where it is wrong, with what fixes it. */
  readonly text: string;
}

/** All problems, or that there is none. */
export function findingsOf(problems: readonly string[], fine: string): Finding[] {
  return problems.length === 0 ? [{ ok: true, text: fine }] : problems.map((text) => ({ ok: false, text }));
}
