import type { Run } from "@assay/client";

type Unsealed = "DIGESTS" | "NONE";

const UNSEALED: Readonly<Record<Unsealed, { label: string; lacks: string; so: string }>> = {
  DIGESTS: {
    label: "Not sealed",
    lacks: "no snapshot",
    so: "results are compared with what the audit log recorded when the run ended.",
  },
  NONE: {
    label: "Not checked against a record",
    lacks: "no digest of its results in the audit log",
    so: "an earlier release made it, and a result that was changed since is not noticed.",
  },
};

type Compared = Pick<Run, "checkedAgainst">;

function isUnsealed(of: Run["checkedAgainst"]): of is Unsealed {
  return of !== null && Object.hasOwn(UNSEALED, of);
}

/** What ended runs without a sealed record are compared with; nothing where all have one. */
export function NotSealed({ runs }: { runs: readonly Compared[] }) {
  const found = [...new Set(runs.map(({ checkedAgainst }) => checkedAgainst))].filter(isUnsealed);
  if (found.length === 0) return null;
  const which = runs.length === 1 ? "This run has" : "At least one of these runs has";
  return (
    <div className="flex flex-col gap-1 break-words rounded-md bg-hover px-3 py-2 text-xs text-muted">
      {found.map((each) => (
        <p key={each}>
          <span className="font-medium text-text">{UNSEALED[each].label}.</span> {which} {UNSEALED[each].lacks}:{" "}
          {UNSEALED[each].so}
        </p>
      ))}
    </div>
  );
}

/** The same in a list: its words, with their meaning as a hint. */
export function NotSealedMark({ run: { checkedAgainst } }: { run: Compared }) {
  if (!isUnsealed(checkedAgainst)) return null;
  const { label, lacks, so } = UNSEALED[checkedAgainst];
  return (
    <span className="break-words text-xs text-muted" title={`It has ${lacks}: ${so}`}>
      {label}
    </span>
  );
}
