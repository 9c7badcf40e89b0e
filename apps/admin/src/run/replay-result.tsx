import type { AdminRun } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";
import { useShownFew } from "@assay/site/show-more";
import { CopyText, Fact, Facts, Notice, StateLabel } from "@assay/ui";
import { type FieldDifference, isEqual, type PartComparison, type RecordDifference } from "./compare-results.ts";
import type { ReplayCheck, SnapshotCheck } from "./read-replay.ts";

/** What a replay gave, held against the live data and the snapshot. */
export function ReplayResult({ check, run }: { check: ReplayCheck; run: AdminRun }) {
  switch (check.state) {
    case "unavailable":
      return (
        <Notice tone="failed" title="This run cannot be replayed">
          {explainRefusal(check.code, run)}
          <p className="mt-1 text-xs text-muted">
            {check.code}: {check.message}
          </p>
        </Notice>
      );
    case "live":
      return (
        <Notice tone="neutral" title="The replay comes from the live data">
          {check.warning}. There is no snapshot to compare it with.
        </Notice>
      );
    case "frozen":
      return <SnapshotParts check={check} />;
    default:
      return check satisfies never;
  }
}

function explainRefusal(code: string, { status }: AdminRun): string {
  if (code === "INTEGRITY_ERROR")
    return "The stored snapshot is damaged: restore the database from a backup. Until then it is not served.";
  if (code === "NOT_FOUND") return "The run is gone, or belongs to another tenant.";
  return status === "FAILED"
    ? "Only a completed run has a snapshot, and this one failed. What it assessed until then can still be read."
    : "The run completed, but its snapshot could not be captured. Its verdicts are valid; a new run can be replayed.";
}

const PART_NAMES = { assessments: "assessment", tasks: "task", exports: "export" } as const;

function SnapshotParts({
  check: { parts, snapshot, replayHash },
}: {
  check: Extract<ReplayCheck, { state: "frozen" }>;
}) {
  const equal = isEqual(parts);
  const different = parts.flatMap(({ differences }) => differences).length;
  return (
    <div className="flex flex-col gap-2">
      <Notice
        tone={equal ? "complete" : "partial"}
        title={
          equal
            ? "The replay and the live data are equal"
            : `The replay and the live data differ in ${formatCount(different, "record")}`
        }
      >
        {parts.map(({ part, frozen }) => formatCount(frozen, PART_NAMES[part])).join(", ")} in the replay, from the
        snapshot.
      </Notice>
      <Facts className="rounded-lg border border-line px-4 py-1.5">
        <Fact term="Snapshot's bytes">
          <HashState snapshot={snapshot} />
        </Fact>
        <Fact term="Replay">
          <StateLabel
            tone={snapshot.holdsReplay ? "complete" : "missing"}
            label={snapshot.holdsReplay ? "Equal to the snapshot" : "Different from the snapshot"}
          />
        </Fact>
        {replayHash && (
          <Fact term="Replay's SHA-256">
            <CopyText text={replayHash} what="the replay's hash" whole />
          </Fact>
        )}
      </Facts>
      {parts.map((part) => part.differences.length > 0 && <Differences key={part.part} comparison={part} />)}
    </div>
  );
}

function HashState({ snapshot: { named, computed } }: { snapshot: SnapshotCheck }) {
  if (computed === null) return <StateLabel tone="neutral" label="Not hashed: browsers do this on secure pages only" />;
  const isSame = computed === named;
  return (
    <>
      <StateLabel
        tone={isSame ? "complete" : "missing"}
        label={isSame ? "Their SHA-256 is the recorded one" : "Their SHA-256 is not the recorded one"}
      />
      {!isSame && <p className="text-xs break-all text-muted">{computed}</p>}
    </>
  );
}

function Differences({ comparison: { part, differences } }: { comparison: PartComparison }) {
  const { shown, more } = useShownFew(differences);
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs font-medium text-muted">
        {formatCount(differences.length, PART_NAMES[part])} that {differences.length === 1 ? "differs" : "differ"}
      </h3>
      {part === "tasks" && (
        <p className="text-xs text-muted">People work on tasks after a run: status and time of change may differ.</p>
      )}
      <ul className="divide-y divide-line rounded-lg border border-line text-sm">
        {shown.map((difference) => (
          <Difference key={difference.id} difference={difference} />
        ))}
      </ul>
      {more}
    </div>
  );
}

const KINDS = {
  ONLY_FROZEN: "in the replay only",
  ONLY_LIVE: "in the live data only",
  CHANGED: "changed",
} as const;

function Difference({ difference: { name, kind, fields } }: { difference: RecordDifference }) {
  return (
    <li className="px-4 py-2">
      <p>
        <span className="font-medium">{name}</span> <span className="text-xs text-muted">{KINDS[kind]}</span>
      </p>
      {fields.map((field) => (
        <Field key={field.path} field={field} />
      ))}
    </li>
  );
}

function Field({ field: { path, frozen, live } }: { field: FieldDifference }) {
  return (
    <p className="text-xs break-words">
      <code className="text-muted">{path}</code>: <Value value={frozen} /> in the replay, <Value value={live} /> live
    </p>
  );
}

function Value({ value }: { value: unknown }) {
  return <span className="text-text">{value === undefined ? "nothing" : JSON.stringify(value)}</span>;
}
