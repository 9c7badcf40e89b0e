import type { Exception, Review } from "../../generated/types.ts";
import type { Snapshot } from "../../verify/index.ts";
import type { ReadResults } from "./read-assessment-results.ts";

/** The other files of the package that hold the same. */
interface PackageRecords {
  readonly snapshotHash: string;
  readonly snapshot: Pick<Snapshot, "run" | "assessments">;
  readonly reviews: readonly Pick<Review, "id">[];
  readonly exceptions: readonly Pick<Exception, "id">[];
}

/** In what the OSCAL assessment results differ from the other files, one line each; empty where they are equal. */
export function compareResults(read: ReadResults, records: PackageRecords): string[] {
  const { snapshot } = records;
  const told = snapshot.assessments.map((each) => ({
    ...each,
    state: each.status === "COMPLETE" ? "satisfied" : "not-satisfied",
  }));
  return [
    ...differ("run", read.runId, snapshot.run.id),
    ...differ("SHA-256 of snapshot.json", read.snapshotHash, records.snapshotHash),
    ...compareItems("verdict", read.verdicts, told),
    ...compareItems("review", read.reviews, soundOf(records.reviews)),
    ...compareItems("exception", read.exceptions, soundOf(records.exceptions)),
  ];
}

function soundOf<Item extends object>(items: readonly Item[]): Item[] {
  return items.filter((item) => !("damaged" in item));
}

interface Identified {
  readonly id: string;
}

/** Each is in both, once, and all that was read of it is equal. */
function compareItems(noun: string, read: readonly Identified[], recorded: readonly Identified[]): string[] {
  const readById = new Map(read.map((item) => [item.id, item]));
  const recordedIds = new Set(recorded.map(({ id }) => id));
  const extra = read.filter(({ id }) => !recordedIds.has(id)).map(({ id }) => `${noun} '${id}' is in OSCAL alone`);
  const again = read.filter((item) => readById.get(item.id) !== item);
  const twice = again.map(({ id }) => `${noun} '${id}' is in OSCAL more than once`);
  const others = recorded.flatMap((item) => {
    const found = readById.get(item.id);
    if (!found) return [`${noun} '${item.id}' is not in OSCAL`];
    return compareFields(`${noun} '${item.id}'`, found, item);
  });
  return [...extra, ...twice, ...others];
}

const OPTIONAL = ["flags", "reusedFromRunId"];

function compareFields(of: string, read: object, recorded: object): string[] {
  const names = new Set([...Object.keys(read), ...OPTIONAL.filter((name) => name in recorded)]);
  return [...names].flatMap((name) => {
    const [a, b] = [fieldOf(read, name), fieldOf(recorded, name)];
    return differ(`${name} of ${of}`, a, b);
  });
}

function fieldOf(item: object, name: string): unknown {
  const value: unknown = (item as Record<string, unknown>)[name];
  return name === "flags" && Array.isArray(value) && value.length === 0 ? undefined : value;
}

function differ(what: string, read: unknown, recorded: unknown): string[] {
  return toText(read) === toText(recorded)
    ? []
    : [`${what}: OSCAL says ${toText(read)}, the record ${toText(recorded)}`];
}

/** Names in one order. */
function toText(value: unknown): string {
  const text = JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
  return text === undefined ? "nothing" : text;
}
