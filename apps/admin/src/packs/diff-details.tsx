import type { CriteriaDiff, RequirementSide } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";
import { useShownFew } from "@assay/site/show-more";
import { EmptyState, Stat, Stats, ToneIcon } from "@assay/ui";
import type { ReactNode } from "react";
import { listChanges, type ShownChange } from "./list-changes.ts";

/** What is added, removed and changed, in figures and one by one. */
export function DiffDetails({ diff, equal }: { diff: CriteriaDiff; equal: string }) {
  const { added, removed, changed } = diff;
  if (added.length + removed.length + changed.length === 0)
    return <EmptyState icon={<ToneIcon tone="complete" size={22} />} title={equal} />;
  return (
    <div className="flex flex-col gap-5">
      <Stats>
        <Stat tone="complete" label="Added" value={added.length} />
        <Stat tone="missing" label="Removed" value={removed.length} />
        <Stat tone="partial" label="Changed" value={changed.length} />
      </Stats>
      <Group
        title={`${formatCount(added.length, "requirement")} added`}
        items={added}
        row={(item) => <Side side={item} />}
      />
      <Group
        title={`${formatCount(removed.length, "requirement")} removed`}
        items={removed}
        row={(item) => <Side side={item} />}
      />
      <Group
        title={`${formatCount(changed.length, "requirement")} changed`}
        items={changed}
        row={({ requirementId, ...change }) => <Changed requirementId={requirementId} changes={listChanges(change)} />}
      />
    </div>
  );
}

interface GroupProps<T> {
  title: string;
  items: readonly T[];
  row: (item: T) => ReactNode;
}

function Group<T extends { requirementId: string }>({ title, items, row }: GroupProps<T>) {
  const { shown, more } = useShownFew(items);
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">{title}</h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {shown.map((item) => (
          <li key={item.requirementId} className="px-3 py-2 text-sm">
            {row(item)}
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

function Side({
  side: { requirementId, criterionId, criterionTitle, title, subcheckLabel },
}: {
  side: RequirementSide;
}) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <span className="font-mono text-xs leading-5 break-all">{requirementId}</span>
      <span className="min-w-0">
        <span className="break-words">{title}</span>
        <span className="block text-xs text-muted">
          {criterionId} {criterionTitle}
          {subcheckLabel && `, sub-check ${subcheckLabel}`}
        </span>
      </span>
    </div>
  );
}

function Changed({ requirementId, changes }: { requirementId: string; changes: readonly ShownChange[] }) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <span className="font-mono text-xs leading-5 break-all">{requirementId}</span>
      <dl className="flex min-w-0 flex-col gap-2">
        {changes.map(({ name, before, after }) => (
          <div key={name} className="flex flex-col gap-1">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="flex flex-col gap-1">
              <del className="rounded bg-missing-soft px-2 py-1 break-words no-underline">
                <span className="sr-only">before: </span>
                {before}
              </del>
              <ins className="rounded bg-complete-soft px-2 py-1 break-words no-underline">
                <span className="sr-only">after: </span>
                {after}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
