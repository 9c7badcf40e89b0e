import type { DerivedField, PackImport } from "@assay/client/admin";
import { describeExpectation } from "@assay/site/expectation";
import { formatCount } from "@assay/site/format";
import { useShownFew } from "@assay/site/show-more";
import { type Column, DataTable, Stat, Stats } from "@assay/ui";
import { WandSparkles } from "lucide-react";
import type { ReactNode } from "react";
import { countDerived, DERIVATION_NAMES } from "./describe-derivation.ts";

/** What a file would become: its figures, what was derived or omitted, and the first requirements. */
export function DryRunResult({ result, action }: { result: PackImport; action: ReactNode }) {
  const { criteria, requirementCount, requirements, derived, skipped } = result;
  const derivedCount = derived.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label="Result of the import" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-sm">
          The file has no problems. Nothing is stored yet.
        </p>
        {action}
      </div>
      <Stats>
        <Stat label="Requirements" value={requirementCount.toLocaleString()} />
        <Stat label="Criteria" value={criteria.length.toLocaleString()} />
        <Stat
          label="Left out"
          value={skipped.length.toLocaleString()}
          {...(skipped.length > 0 && { tone: "partial" })}
        />
        <Stat label="Derived values" value={derivedCount.toLocaleString()} />
      </Stats>
      {derived.length > 0 && <DerivedList derived={derived} />}
      {skipped.length > 0 && <SkippedList skipped={skipped} />}
      <Criteria criteria={criteria} />
      <Requirements requirements={requirements} total={requirementCount} />
    </section>
  );
}

function DerivedList({ derived }: Pick<PackImport, "derived">) {
  return (
    <section aria-label="Derived values" className="flex flex-col gap-2 text-sm">
      <h2 className="flex items-center gap-1.5 font-medium">
        <WandSparkles size={14} aria-hidden className="text-accent" />
        Derived, because the file does not have these exact values
      </h2>
      <ul className="flex flex-col gap-1 text-muted">
        {derived.map((each) => (
          <li key={`${each.field} ${each.from}`}>
            <span className="text-text">{countDerived(each)}</span> {DERIVATION_NAMES[each.from]}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SkippedList({ skipped }: Pick<PackImport, "skipped">) {
  const { shown, more } = useShownFew(skipped);
  return (
    <details className="text-sm">
      <summary className="font-medium">{formatCount(skipped.length, "item")} of the file left out</summary>
      <ul className="mt-2 flex flex-col gap-1">
        {shown.map(({ id, reason }) => (
          <li key={`${id} ${reason}`}>
            <code className="font-mono text-xs">{id}</code> <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {more}
    </details>
  );
}

type Criterion = PackImport["criteria"][number];

const CRITERIA: readonly Column<Criterion>[] = [
  {
    id: "number",
    header: "Number",
    cell: ({ criterionId, derived }) => <Value text={String(criterionId)} from={derived.criterionId} />,
  },
  {
    id: "title",
    header: "Criterion",
    cell: ({ criterionTitle, derived }) => <Value text={criterionTitle} from={derived.criterionTitle} />,
  },
  {
    id: "count",
    header: "Requirements",
    align: "end",
    cell: ({ requirementCount }) => requirementCount.toLocaleString(),
  },
];

function Criteria({ criteria }: { criteria: readonly Criterion[] }) {
  const { shown, more } = useShownFew(criteria);
  return (
    <section aria-label="Criteria" className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">{formatCount(criteria.length, "criterion", "criteria")}</h2>
      <DataTable label="Criteria" columns={CRITERIA} rows={shown} rowKey={({ criterionId }) => String(criterionId)} />
      {more}
    </section>
  );
}

type Sampled = PackImport["requirements"][number];

const REQUIREMENTS: readonly Column<Sampled>[] = [
  {
    id: "id",
    header: "Requirement",
    cell: ({ requirementId, derived }) => <Value mono text={requirementId} from={derived.requirementId} />,
  },
  { id: "criterion", header: "Criterion", minor: true, cell: ({ criterionId }) => criterionId },
  {
    id: "title",
    header: "What is required",
    cell: ({ title, derived }) => <Value text={title} from={derived.title} />,
  },
  {
    id: "subcheck",
    header: "Sub-check",
    cell: ({ subcheckLabel, derived }) =>
      subcheckLabel === null ? "" : <Value text={subcheckLabel} from={derived.subcheckLabel} />,
  },
  {
    id: "expectation",
    header: "Evidence asked for",
    cell: ({ expectation, derived }) =>
      expectation === null ? "" : <Value text={describeExpectation(expectation)} from={derived.expectation} />,
  },
];

function Requirements({ requirements, total }: { requirements: readonly Sampled[]; total: number }) {
  const { shown, more } = useShownFew(requirements);
  const title =
    requirements.length < total
      ? `The first ${requirements.length} of ${formatCount(total, "requirement")}`
      : formatCount(total, "requirement");
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">{title}</h2>
      <DataTable
        label="Requirements"
        columns={REQUIREMENTS}
        rows={shown}
        rowKey={({ requirementId }) => requirementId}
      />
      {more}
    </section>
  );
}

interface ValueProps {
  text: string;
  /** What it was derived from, where it was. */
  from: PackImport["criteria"][number]["derived"][DerivedField];
  mono?: boolean;
}

function Value({ text, from, mono = false }: ValueProps) {
  return (
    <span className="min-w-0">
      <span className={mono ? "font-mono text-xs break-all" : "break-words"}>{text}</span>
      {from && (
        <span
          title={`Derived: ${DERIVATION_NAMES[from]}`}
          className="ms-1.5 inline-flex items-center gap-1 rounded-full bg-accent-soft px-1.5 align-middle text-xs text-accent"
        >
          <WandSparkles size={11} aria-hidden />
          derived
        </span>
      )}
    </span>
  );
}
