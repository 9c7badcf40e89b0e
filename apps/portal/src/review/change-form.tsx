import type { AssessmentStatus, Citation, NewReview } from "@assay/client";
import { VERDICT_LABELS, VERDICT_TONES } from "@assay/site/verdict";
import { Select, TextArea, ToneIcon } from "@assay/ui";
import { useState } from "react";
import { DecisionForm } from "./decision-form.tsx";
import type { Draft } from "./drafts.ts";
import { REASON_LABELS } from "./reason-labels.ts";
import { RejectedList } from "./rejected-list.tsx";
import { REVIEWED_STATUSES } from "./review-words.ts";

export interface DecisionFormProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  busy: boolean;
  onCancel: () => void;
  onDecide: (
    decision: Pick<
      NewReview,
      "decision" | "status" | "reasonCode" | "reason" | "rejectedCitations" | "assigneeId" | "dueDate"
    >,
  ) => void;
}

interface ChangeFormProps extends DecisionFormProps {
  verdict: AssessmentStatus;
  citations: readonly Citation[];
  /** What nobody has judged is judged here: any status will do, and no reason code says why it differs. */
  isJudged: boolean;
}

export const REASON_LENGTH_MAX = 4000;
/** Stays in the list: a select whose value leaves it forgets the choice. */
const NOT_CHOSEN = { value: "", label: "Choose …" };

/** Another status than the verdict's, with the reason; where quotes are rejected, others may still prove the same one. */
export function ChangeForm({ draft, change, verdict, citations, isJudged, busy, onCancel, onDecide }: ChangeFormProps) {
  const [isChecked, setChecked] = useState(false);
  const { status, reasonCode, rejected } = draft;
  const code = isJudged ? reasonCode : "OTHER";
  const reason = draft.reason.trim();
  const decide = () => {
    setChecked(true);
    if (status && code && reason !== "")
      onDecide({
        ...{ decision: "CHANGED", status, reasonCode: code, reason },
        ...(rejected.length > 0 && { rejectedCitations: [...rejected] }),
      });
  };
  return (
    <DecisionForm
      title={isJudged ? "Change" : "Judge by hand"}
      act={isJudged ? "Change" : "Store the judgement"}
      onSubmit={decide}
      {...{ busy, onCancel }}
    >
      <RejectedList {...{ citations, rejected }} onChange={(left) => change({ rejected: left })} />
      <Select
        label="Status that you find right"
        value={status ?? ""}
        onChange={(value) => change({ status: REVIEWED_STATUSES.find((each) => each === value) ?? null })}
        error={isChecked && !status ? "Choose a status" : undefined}
        options={[
          NOT_CHOSEN,
          ...REVIEWED_STATUSES.filter((each) => !isJudged || rejected.length > 0 || each !== verdict).map((each) => ({
            value: each,
            label: VERDICT_LABELS[each],
            icon: <ToneIcon tone={VERDICT_TONES[each]} />,
          })),
        ]}
      />
      {isJudged && (
        <Select
          label="What is wrong with the verdict"
          value={code ?? ""}
          onChange={(value) => change({ reasonCode: value || null })}
          error={isChecked && !code ? "Choose what is wrong" : undefined}
          options={[NOT_CHOSEN, ...Object.entries(REASON_LABELS).map(([value, label]) => ({ value, label }))]}
        />
      )}
      <TextArea
        label="Reason"
        hint="Everybody who sees the run can read it"
        maxLength={REASON_LENGTH_MAX}
        value={draft.reason}
        onChange={({ target }) => change({ reason: target.value })}
        error={isChecked && reason === "" ? "Say why" : undefined}
      />
    </DecisionForm>
  );
}
