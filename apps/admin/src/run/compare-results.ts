import type { ReplayData } from "@assay/client/admin";

/** A value that is not the same on both sides, by its place in the record; undefined where a side lacks it. */
export interface FieldDifference {
  readonly path: string;
  readonly frozen: unknown;
  readonly live: unknown;
}

export interface RecordDifference {
  readonly id: string;
  /** What people know the record by: a requirement, a file. */
  readonly name: string;
  readonly kind: "ONLY_FROZEN" | "ONLY_LIVE" | "CHANGED";
  readonly fields: readonly FieldDifference[];
}

type ResultPart = keyof ReplayData;

export interface PartComparison {
  readonly part: ResultPart;
  readonly frozen: number;
  readonly live: number;
  readonly differences: readonly RecordDifference[];
}

const PARTS: readonly ResultPart[] = ["assessments", "tasks", "exports"];

type Item = ReplayData[ResultPart][number];

/**
 * What differs between results as they were frozen and as they are now. Records are matched by their id, and two are
 * equal where their canonical forms are: the order of keys says nothing.
 */
export function compareResults(frozen: ReplayData, live: ReplayData): PartComparison[] {
  return PARTS.map((part) => comparePart(part, frozen[part], live[part]));
}

export function isEqual(parts: readonly PartComparison[]): boolean {
  return parts.every(({ differences }) => differences.length === 0);
}

function comparePart(part: ResultPart, frozen: readonly Item[], live: readonly Item[]): PartComparison {
  const now = new Map(live.map((item) => [item.id, item]));
  const before = new Set(frozen.map(({ id }) => id));
  const differences = [
    ...frozen.flatMap((item) => differenceOf(item, now.get(item.id))),
    ...live
      .filter(({ id }) => !before.has(id))
      .map((item) => ({ id: item.id, name: nameOf(item), kind: "ONLY_LIVE" as const, fields: [] })),
  ];
  return { part, frozen: frozen.length, live: live.length, differences };
}

function differenceOf(frozen: Item, live: Item | undefined): RecordDifference[] {
  const named = { id: frozen.id, name: nameOf(frozen) };
  if (!live) return [{ ...named, kind: "ONLY_FROZEN", fields: [] }];
  const fields = findDifferences("", frozen, live);
  return fields.length === 0 ? [] : [{ ...named, kind: "CHANGED", fields }];
}

function nameOf(item: Item): string {
  return "requirementId" in item ? item.requirementId : item.filename;
}

/** Every leaf that differs, by its path such as `citations.0.text`. */
function findDifferences(path: string, frozen: unknown, live: unknown): FieldDifference[] {
  if (Object.is(frozen, live)) return [];
  if (!isTree(frozen) || !isTree(live) || Array.isArray(frozen) !== Array.isArray(live))
    return [{ path, frozen, live }];
  const keys = [...new Set([...Object.keys(frozen), ...Object.keys(live)])];
  return keys.flatMap((key) => findDifferences(path === "" ? key : `${path}.${key}`, frozen[key], live[key]));
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
