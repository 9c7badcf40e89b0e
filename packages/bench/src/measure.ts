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
}

export interface Measure {
  readonly name: string;
  /** Omitted, and said so, where no server is named. */
  readonly needsServer?: boolean;
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
