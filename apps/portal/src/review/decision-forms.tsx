import type { AssessmentStatus, Citation } from "@assay/client";
import { ChangeForm, type DecisionFormProps } from "./change-form.tsx";
import { SendBackForm } from "./send-back-form.tsx";

export interface DecisionFormsProps extends DecisionFormProps {
  verdict: AssessmentStatus;
  citations: readonly Citation[];
  isJudged: boolean;
}

/** What is open of the two. Loaded when one is first wanted. */
export default function DecisionForms({ verdict, citations, isJudged, ...form }: DecisionFormsProps) {
  if (form.draft.form === "change") return <ChangeForm {...form} {...{ verdict, citations, isJudged }} />;
  return form.draft.form === "send back" && <SendBackForm {...form} />;
}
