import type { Comparison } from "@assay/site/explain-change";
import { formatCount } from "@assay/site/format";
import { useShownFew } from "@assay/site/show-more";
import { EmptyState } from "@assay/ui";
import { Equal } from "lucide-react";
import { ChangeRow } from "./change-row.tsx";
import { type ChangeGroup, groupChanges } from "./group-changes.ts";

/** The verdicts that differ, what got worse first. */
export function ChangeList({ comparison }: { comparison: Comparison }) {
  const { requirements } = comparison.diff;
  return (
    <section className="flex flex-col gap-4" aria-labelledby="changes">
      <h2 id="changes" className="text-sm font-semibold">
        What came out
      </h2>
      {requirements.length === 0 ? (
        <EmptyState icon={<Equal size={24} aria-hidden />} title="Every verdict is the same">
          No requirement changed its verdict or its confidence.
        </EmptyState>
      ) : (
        groupChanges(requirements).map((group) => <Group key={group.title} group={group} comparison={comparison} />)
      )}
    </section>
  );
}

function Group({ group: { title, changes }, comparison }: { group: ChangeGroup; comparison: Comparison }) {
  const { shown, more } = useShownFew(changes);
  return (
    <div className="flex flex-col gap-2">
      <h3 className="flex items-baseline gap-2 text-xs font-semibold tracking-wide text-muted uppercase">
        {title}
        <span className="font-normal normal-case">{formatCount(changes.length, "requirement")}</span>
      </h3>
      <ul aria-label={title} className="divide-y divide-line rounded-lg border border-line">
        {shown.map((change) => (
          <ChangeRow key={change.requirementId} change={change} comparison={comparison} />
        ))}
      </ul>
      {more}
    </div>
  );
}
