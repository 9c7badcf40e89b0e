import { formatDateTime } from "@assay/site/format";
import { Part } from "@assay/site/part";
import { Button, CopyText, Fact, Facts, IconButton } from "@assay/ui";
import { ListFilter, X, ZoomIn } from "lucide-react";
import { describeRow } from "./describe-row.ts";
import { formatCost, formatMs, formatTokens, formatWhole } from "./format-time.ts";
import type { LoadedTrace } from "./load-trace.ts";
import { MarkIcons } from "./mark-icons.tsx";
import { ancestorsOf, attributesOf, childrenOf, durationOf, ROW, rowId, type Trace, waitingOf } from "./model/trace.ts";
import { RequirementVerdict } from "./requirement-verdict.tsx";
import type { Timeline } from "./timeline.ts";
import type { TraceModel } from "./use-trace-model.ts";
import { changeTraceState, type TraceState } from "./use-trace-state.ts";

const BELOW_MAX = 30;

interface SpanDetailsProps {
  model: TraceModel;
  state: TraceState;
  timeline: Timeline;
  loaded: LoadedTrace;
}

/** What is known of the selected row: its times, its attributes, what it hangs on, and the verdict it belongs to. */
export function SpanDetails({ model, state, timeline, loaded }: SpanDetailsProps) {
  const { trace, selected: row } = model;
  const { title, detail } = describeRow(trace, row);
  const requirement = trace.requirement[row]!;
  return (
    <section aria-label="Span details" className="flex flex-col gap-4 p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-1.5 font-semibold break-words">
            {title}
            <MarkIcons marks={trace.marks[row]!} />
          </h2>
          {detail && <p className="text-sm break-words text-muted">{detail}</p>}
        </div>
        <IconButton
          label="Close the details"
          icon={<X size={16} aria-hidden />}
          className="size-7"
          onClick={() => model.select(-1)}
        />
      </div>
      {requirement >= 0 && (
        <RequirementVerdict
          loaded={loaded}
          code={trace.requirements[requirement]!.code}
          titled={trace.kind[row] === ROW.REQUIREMENT}
        />
      )}
      <Part title="Time">
        <Times trace={trace} row={row} />
        <Button
          className="self-start"
          icon={<ZoomIn size={14} aria-hidden />}
          onClick={() =>
            timeline.show({
              from: timeline.scale.place(trace.start[row]!),
              to: timeline.scale.place(trace.end[row]!),
            })
          }
        >
          Zoom to this row
        </Button>
      </Part>
      <Part title="Cost">
        <Facts>
          <Fact term="Tokens in">{formatTokens(trace.tokensIn[row]!)}</Fact>
          <Fact term="Tokens out">{formatTokens(trace.tokensOut[row]!)}</Fact>
          <Fact term="Cost">{formatCost(trace.costUsd[row]!)}</Fact>
        </Facts>
      </Part>
      {trace.kind[row] === ROW.SPAN && (
        <Part title="Attributes">
          <Attributes trace={trace} row={row} state={state} />
        </Part>
      )}
      <Part title="Place in the trace">
        <Neighbours model={model} />
      </Part>
      <p className="text-xs text-muted">
        A trace never contains evidence: attributes outside a fixed list are removed before a span is stored. Quotes
        come from the verdict.
      </p>
    </section>
  );
}

function Times({ trace, row }: { trace: Trace; row: number }) {
  const total = durationOf(trace, row);
  const shares = [
    { name: "Model", ms: trace.model[row]!, fill: "bg-span-model" },
    { name: "Own work", ms: trace.work[row]!, fill: "bg-span-work" },
    { name: "Waiting", ms: waitingOf(trace, row), fill: "bg-line-strong" },
  ];
  return (
    <>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-hover">
        {shares.map(({ name, ms, fill }) => (
          <div key={name} className={fill} style={{ width: `${total > 0 ? (100 * ms) / total : 0}%` }} />
        ))}
      </div>
      <Facts>
        <Fact term="Total">{formatMs(total)}</Fact>
        <Fact term="Own">{formatMs(trace.own[row]!)}</Fact>
        {shares.map(({ name, ms, fill }) => (
          <Fact key={name} term={name}>
            <span aria-hidden className={`me-1.5 inline-block size-2 rounded-xs ${fill}`} />
            {formatMs(ms)}
          </Fact>
        ))}
        <Fact term="Began">
          {formatMs(trace.start[row]!)} into the run,{" "}
          {formatDateTime(new Date(trace.startedAtMs + trace.start[row]!).toISOString())}
        </Fact>
      </Facts>
    </>
  );
}

function Attributes({ trace, row, state }: { trace: Trace; row: number; state: TraceState }) {
  return (
    <Facts>
      <Fact term="Span">
        <CopyText text={rowId(trace, row)} what="the span's id" />
      </Fact>
      {attributesOf(trace, row).map(({ key, values }) => (
        <div
          key={key}
          className="group grid grid-cols-[minmax(0,1fr)_auto] border-b border-line py-1.5 last:border-b-0"
        >
          <dt className="font-mono text-xs break-all text-muted">{key}</dt>
          <dd className="col-start-1 text-sm break-words">{values.join(", ")}</dd>
          <dd className="col-start-2 row-span-2 row-start-1 self-center">
            <IconButton
              label={`Show spans with this ${key}`}
              icon={<ListFilter size={13} aria-hidden />}
              className="size-6"
              onClick={() =>
                changeTraceState({
                  conditions: [...state.conditions, { key, operator: "=", value: String(values[0] ?? "") }],
                })
              }
            />
          </dd>
        </div>
      ))}
    </Facts>
  );
}

/** The rows above and right below, as a list: the tree for those who do not see it. */
function Neighbours({ model }: { model: TraceModel }) {
  const { trace, selected } = model;
  const all = trace.size[selected]! > 1 ? childrenOf(trace, selected) : [];
  const rows = [...ancestorsOf(trace, selected), selected, ...all.slice(0, BELOW_MAX)];
  return (
    <ul className="flex flex-col text-sm">
      {rows.map((row) => {
        const { title, detail } = describeRow(trace, row);
        return (
          <li key={row} style={{ paddingInlineStart: 10 * Math.min(8, trace.depth[row]!) }}>
            <button
              type="button"
              aria-current={row === selected || undefined}
              onClick={() => model.select(row)}
              className="target flex w-full items-center gap-2 rounded px-1.5 py-0.5 text-start hover:bg-hover aria-[current]:bg-accent-soft"
            >
              <span className="min-w-0 flex-1 truncate">
                {title} {detail && <span className="text-xs text-muted">{detail}</span>}
              </span>
              <MarkIcons marks={trace.marks[row]!} />
              <span className="text-xs text-muted tabular-nums">{formatMs(durationOf(trace, row))}</span>
            </button>
          </li>
        );
      })}
      {all.length > BELOW_MAX && (
        <li className="px-1.5 text-xs text-muted">and {formatWhole(all.length - BELOW_MAX)} more below it</li>
      )}
    </ul>
  );
}
