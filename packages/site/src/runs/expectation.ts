import type { Expectation } from "@assay/client";

const UNITS: Readonly<Record<string, string>> = { D: "day", W: "week", M: "month", Y: "year" };
const NAMES: Readonly<Record<string, string>> = {
  P1D: "every day",
  P1W: "every week",
  P1M: "every month",
  P3M: "every quarter",
  P1Y: "every year",
};
const KINDS: Readonly<Record<Expectation["kind"], string>> = {
  DESIGN: "A rule that is laid down",
  OPERATION: "Records of practice",
  BOTH: "A rule, and records of practice",
};

/** `every 90 days`, `after each event` */
export function describeInterval(every: string): string {
  if (every === "EVENT") return "after each event";
  const count = Number(every.slice(1, -1));
  const unit = UNITS[every.at(-1) ?? ""];
  if (!unit || !Number.isInteger(count)) return every;
  return NAMES[every] ?? `every ${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** What evidence a requirement asks for, such as `Records of practice, every 90 days`. */
export function describeExpectation({ kind, every }: Expectation): string {
  const asked = KINDS[kind] ?? kind;
  return every === null ? asked : `${asked}, ${describeInterval(every)}`;
}
