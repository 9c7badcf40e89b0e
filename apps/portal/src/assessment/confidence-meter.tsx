import type { AssessmentStatus, RunConfiguration } from "@assay/client";
import { formatConfidence } from "@assay/site/format";
import { VERDICT_TONES } from "@assay/site/verdict";
import { Skeleton, TONES } from "@assay/ui";

interface ConfidenceMeterProps {
  confidence: number;
  status: AssessmentStatus;
  thresholds: RunConfiguration["confidenceThresholds"] | undefined;
}

/** The confidence on its scale, with the run's own thresholds: from which value it is Partial and Complete. */
export function ConfidenceMeter({ confidence, status, thresholds }: ConfidenceMeterProps) {
  if (!thresholds) return <Skeleton className="h-[3.25rem] w-full" />;
  const value = formatConfidence(confidence);
  const { partial, complete } = thresholds;
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between text-sm">
        <span className="text-muted">Confidence</span>
        <span className="font-semibold tabular-nums">{value}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot show where the thresholds are */}
      <div
        role="meter"
        aria-label="Confidence"
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={Number(value)}
        aria-valuetext={`${value}; partial from ${formatConfidence(partial)}, complete from ${formatConfidence(complete)}`}
        className="relative h-2 rounded-full bg-hover"
      >
        <div
          className={`h-full rounded-full ${TONES[VERDICT_TONES[status]].fill}`}
          style={{ width: `${confidence * 100}%` }}
        />
        <Mark at={partial} />
        <Mark at={complete} />
      </div>
      <div aria-hidden className="relative mt-1 h-4 text-xs text-muted tabular-nums">
        <MarkLabel at={partial} text={`Partial ${formatConfidence(partial)}`} />
        <MarkLabel at={complete} text={`Complete ${formatConfidence(complete)}`} />
      </div>
    </div>
  );
}

function Mark({ at }: { at: number }) {
  return <div className="absolute -inset-y-0.5 w-0.5 -translate-x-1/2 bg-text" style={{ left: `${at * 100}%` }} />;
}

function MarkLabel({ at, text }: { at: number; text: string }) {
  const shift = at > 0.85 ? "-100%" : at < 0.15 ? "0" : "-50%";
  return (
    <span className="absolute whitespace-nowrap" style={{ left: `${at * 100}%`, transform: `translateX(${shift})` }}>
      {text}
    </span>
  );
}
