/** One line of the table: something measured, next to a reference measured in the same run. */
export interface Figure {
  /** Unique over all measures, and the same in each run. */
  readonly what: string;
  /** With its unit: "1.9 ms a requirement". */
  readonly value: string;
  /** What the ratio is taken to, with its value: "psql 1.7 ms". Empty where the limit is of the value itself. */
  readonly reference: string;
  /** The value by the reference; the bare value where there is none. */
  readonly ratio: number;
  readonly target: Target;
}

export type Target = { readonly atMost: number } | { readonly atLeast: number };

interface Measuring {
  /** A superuser's address of a PostgreSQL server, on which databases may be made and dropped. */
  readonly server: string | undefined;
  /** `guard` is small enough for every run of the tests: seconds. */
  readonly size: "full" | "guard";
}

export interface Measure {
  readonly name: string;
  /** Omitted, and said so, where no server is named. */
  readonly needsServer?: boolean;
  /** Whether the tests hold it to its stored ratio, at the size `guard`. */
  readonly guarded?: boolean;
  run(measuring: Measuring): Promise<Figure[]>;
}

/** Three digits are more than a shared machine can repeat. */
export const rounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

export function isMet({ ratio, target }: Figure): boolean {
  return "atMost" in target ? ratio <= target.atMost : ratio >= target.atLeast;
}

/** `≤ 1.2`. */
export function describeTarget(target: Target): string {
  return "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
}

/**
 * Whether a ratio is so much worse than the stored one that chance does not explain it: `slack` times, or past the target
 * where the stored one is well inside it.
 */
export function isWorse(figure: Figure, stored: Figure, slack = 2): boolean {
  return "atMost" in figure.target
    ? figure.ratio > Math.max(stored.ratio, figure.target.atMost) * slack
    : figure.ratio < Math.min(stored.ratio, figure.target.atLeast) / slack;
}
