import type { Overview } from "@assay/client/admin";
import { useMemo } from "react";
import { Section } from "../app/section.tsx";
import { BarChart } from "../charts/bar-chart.tsx";
import type { ChartSeries } from "../charts/summarize-series.ts";
import { formatCost } from "../runs/format-cost.ts";
import { formatTokens } from "../runs/format-tokens.ts";

const WHOLE = new Intl.NumberFormat();
const formatWhole = (value: number) => WHOLE.format(value);

/** The last weeks by UTC day. */
export function OverviewCharts({ overview }: { overview: Overview }) {
  const { days, modelErrors } = overview;
  const { names, runs, errors, tokens, cost } = useMemo(() => seriesOf(days), [days]);
  return (
    <Section title={`The last ${days.length} days`} end="By UTC day">
      <div className="grid gap-4 md:grid-cols-2">
        <BarChart
          title="Runs"
          days={names}
          series={runs}
          format={formatWhole}
          whole
          empty={`No run was started in these ${days.length} days.`}
        />
        <BarChart
          title="Model calls that failed"
          days={names}
          series={errors}
          format={formatWhole}
          whole
          empty={`No model call failed in these ${days.length} days.`}
        >
          {modelErrors.length > 0 && (
            <p className="text-xs text-muted">
              {modelErrors.map(({ code, count }) => `${code} ${formatWhole(count)}`).join(", ")}
            </p>
          )}
        </BarChart>
        <BarChart
          title="Tokens"
          days={names}
          series={tokens}
          format={formatTokens}
          empty={`No tokens were used in these ${days.length} days.`}
        />
        <BarChart
          title="Model cost"
          days={names}
          series={cost}
          format={formatCost}
          empty={`The runs of these ${days.length} days cost nothing: their model has no price.`}
        />
      </div>
    </Section>
  );
}

type Named = Readonly<Record<"runs" | "errors" | "tokens" | "cost", readonly ChartSeries[]>>;

function seriesOf(days: Overview["days"]): Named & { names: string[] } {
  const each = (read: (day: Overview["days"][number]) => number) => days.map(read);
  return {
    names: days.map(({ day }) => day),
    runs: [
      { name: "completed", tone: "complete", values: each(({ runs }) => runs.completed) },
      { name: "failed", tone: "failed", values: each(({ runs }) => runs.failed) },
      { name: "under way", tone: "active", values: each(({ runs }) => runs.active) },
    ],
    errors: [{ name: "failed calls", tone: "missing", values: each(({ modelErrors }) => modelErrors) }],
    tokens: [
      { name: "in", tone: "active", values: each(({ tokensIn }) => tokensIn) },
      { name: "out", tone: "partial", values: each(({ tokensOut }) => tokensOut) },
    ],
    cost: [{ name: "cost", tone: "active", values: each(({ costUsd }) => costUsd) }],
  };
}
