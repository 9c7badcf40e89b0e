import type { AdminRunDetails } from "@assay/client/admin";
import { formatCount, formatPercent } from "@assay/site/format";
import { VERDICT_LABELS, VERDICT_TONES, VERDICTS } from "@assay/site/verdict";
import { sharesOf, verdictsOf } from "@assay/site/verdict-counts";
import { classNames, SharesBar, Stat } from "@assay/ui";
import { Section } from "../app/section.tsx";

const COLUMNS = { five: "sm:grid-cols-5", six: "sm:grid-cols-6" } as const;

/** How the run's requirements divide. */
export function RunVerdicts({ details: { run, counts } }: { details: AdminRunDetails }) {
  const verdicts = verdictsOf(run);
  const shown = VERDICTS.filter((verdict) => verdict !== "NOT_JUDGED" || verdicts[verdict] > 0);
  const { PENDING, IN_PROGRESS, COMPLETED } = counts.tasks;
  const tasks = PENDING + IN_PROGRESS + COMPLETED;
  return (
    <Section
      title="Verdicts"
      end={
        <span>
          {formatCount(run.totalRequirements, "requirement")}
          {tasks > 0 && `, ${formatCount(tasks, "task")} of which ${counts.openTasks} open`}
        </span>
      }
    >
      <div className="overflow-hidden rounded-lg border border-line">
        <SharesBar shares={sharesOf(run)} className="m-4 mb-3 h-3" />
        <dl
          className={classNames("grid grid-cols-2 border-t border-line", COLUMNS[shown.length === 5 ? "five" : "six"])}
        >
          {shown.map((verdict) => (
            <Stat
              key={verdict}
              tone={VERDICT_TONES[verdict]}
              label={VERDICT_LABELS[verdict]}
              value={verdicts[verdict].toLocaleString()}
              detail={formatPercent(verdicts[verdict], run.totalRequirements)}
            />
          ))}
        </dl>
      </div>
    </Section>
  );
}
