import type { Run } from "@assay/client";
import { type Comparison, compareEngines, PIN_NAMES } from "@assay/site/explain-change";
import { formatConfidence, formatCount } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { setSearch, useSearchParam } from "@assay/site/location";
import { VERDICT_LABELS, VERDICT_TONES } from "@assay/site/verdict";
import { Badge, EmptyState, Pill, RowList } from "@assay/ui";
import { GitCompareArrows } from "lucide-react";
import { useMemo, useRef } from "react";
import { hrefTo } from "../app/tenant.ts";
import { describeUsage, formatMs, formatWhole } from "./format-time.ts";
import type { LoadedTrace } from "./load-trace.ts";
import { type Aligned, alignRuns, type Figures } from "./model/align-runs.ts";
import { nameOfRun } from "./name-of-run.ts";

interface AlignedRunsProps {
  before: LoadedTrace;
  after: LoadedTrace;
  comparison: Comparison;
  text: string;
}

const GRID =
  "grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)]";

/** Both runs' requirements next to each other. */
export function AlignedRuns({ before, after, comparison, text }: AlignedRunsProps) {
  const scroller = useRef<HTMLElement>(null);
  const onlyDifferences = useSearchParam("same") === null;
  const aligned = useMemo(() => alignRuns(compared(before), compared(after), comparison), [before, after, comparison]);
  const differing = useMemo(() => aligned.filter(({ differences }) => differences.length > 0), [aligned]);
  const wanted = text.trim().toLowerCase();
  const shown = (onlyDifferences ? differing : aligned).filter(({ code, title }) =>
    `${code} ${title ?? ""}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <Inputs comparison={comparison} />
      <div className="flex flex-wrap items-center gap-2">
        <Pill
          label="Different"
          count={differing.length}
          pressed={onlyDifferences}
          onPress={() => setSearch({ same: null }, { replace: true })}
        />
        <Pill
          label="All requirements"
          count={aligned.length}
          pressed={!onlyDifferences}
          onPress={() => setSearch({ same: "1" }, { replace: true })}
        />
      </div>
      <div className={`${GRID} hidden border-b border-line pb-1 text-xs text-muted lg:grid`}>
        <span>Requirement</span>
        <RunHead run={before.run} label="Earlier run" />
        <RunHead run={after.run} label="Later run" />
        <span>What differs, and in which pin</span>
      </div>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Requirements of both runs"
        className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        {shown.length === 0 ? (
          <EmptyState icon={<GitCompareArrows size={22} aria-hidden />} title="Nothing differs here">
            {wanted
              ? "No requirement of this text does."
              : "Verdicts, attempts, tokens and times are the same in both runs."}
          </EmptyState>
        ) : (
          <RowList label="Requirements" scroller={scroller} rows={shown}>
            {(row) => <AlignedRow key={row.code} row={row} before={before.run} after={after.run} />}
          </RowList>
        )}
      </section>
    </>
  );
}

const compared = ({ trace, assessments }: LoadedTrace) => ({
  trace,
  confidenceOf: (code: string) => assessments.get(code)?.confidence ?? null,
});

function RunHead({ run, label }: { run: Run; label: string }) {
  return (
    <Link href={hrefTo(`/traces/${run.id}`)} className="truncate hover:underline">
      {label}: {nameOfRun(run)}
    </Link>
  );
}

/** The pins and documents that are not the same in both runs. */
function Inputs({ comparison: { diff, before, after } }: { comparison: Comparison }) {
  const settings = compareEngines(before.configuration, after.configuration);
  const { added, removed } = diff.documents;
  const items = [
    ...diff.pins.map(({ pin }) => ({
      name: PIN_NAMES[pin],
      text:
        pin === "retrieval" && settings.length > 0
          ? settings.map(({ name, before: was, after: is }) => `${name}: ${was} → ${is}`).join("; ")
          : "another version",
    })),
    ...(added.length + removed.length > 0
      ? [
          {
            name: "Documents",
            text: `${formatCount(added.length, "added", "added")}, ${formatWhole(removed.length)} removed`,
          },
        ]
      : []),
  ];
  if (items.length === 0) return <p className="text-sm text-muted">Both runs used the same versions and documents.</p>;
  return (
    <ul aria-label="Different inputs" className="flex flex-wrap gap-2 text-sm">
      {items.map(({ name, text }) => (
        <li key={name} className="rounded-md border border-line px-2 py-1">
          <span className="font-medium">{name}</span> <span className="break-words text-muted">{text}</span>
        </li>
      ))}
    </ul>
  );
}

function AlignedRow({ row, before, after }: { row: Aligned; before: Run; after: Run }) {
  const longest = Math.max(row.before?.totalMs ?? 0, row.after?.totalMs ?? 0);
  return (
    <div className={`${GRID} border-b border-line py-2 text-sm`}>
      <p className="min-w-0 sm:col-span-2 lg:col-span-1">
        <span className="font-medium">{row.code}</span>{" "}
        <span className="line-clamp-2 break-words text-muted">{row.title}</span>
      </p>
      <Spent label="Earlier" run={before} code={row.code} figures={row.before} longest={longest} />
      <Spent label="Later" run={after} code={row.code} figures={row.after} longest={longest} />
      <ul className="flex min-w-0 flex-col gap-1 text-xs sm:col-span-2 lg:col-span-1">
        {row.differences.map(({ pin, text }) => (
          <li key={text} className="break-words">
            <span className="me-1.5 rounded-sm bg-hover px-1 py-0.5 font-medium whitespace-nowrap">
              {pin ?? "No pin"}
            </span>
            {text}
          </li>
        ))}
        {row.differences.length === 0 && <li className="text-muted">Nothing</li>}
      </ul>
    </div>
  );
}

interface SpentProps {
  label: string;
  run: Run;
  code: string;
  figures: Figures | null;
  longest: number;
}

function Spent({ label, run, code, figures, longest }: SpentProps) {
  const status = figures?.verdict ?? "NONE";
  const width = (ms: number) => ({ width: `${longest > 0 ? (100 * ms) / longest : 0}%` });
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="sr-only">{label}: </span>
        <Badge tone={VERDICT_TONES[status]} label={VERDICT_LABELS[status]} />
        {figures?.confidence != null && status !== "FAILED" && (
          <span className="text-xs text-muted tabular-nums">{formatConfidence(figures.confidence)}</span>
        )}
      </p>
      {figures && figures.attempts > 0 ? (
        <>
          <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-hover">
            <div className="bg-span-model" style={width(figures.modelMs)} />
            <div className="bg-span-work" style={width(figures.workMs)} />
            <div className="bg-line-strong" style={width(figures.waitingMs)} />
          </div>
          <Link
            href={hrefTo(`/traces/${run.id}`, { span: `requirement:${code}` })}
            className="text-xs text-muted tabular-nums hover:underline"
          >
            {[
              formatMs(figures.totalMs),
              formatCount(figures.attempts, "attempt"),
              describeUsage(figures.tokens, figures.costUsd),
            ].join(" · ")}
          </Link>
        </>
      ) : (
        <p className="text-xs text-muted">{figures ? "No span" : "Not in this run"}</p>
      )}
    </div>
  );
}
