export type Label = "COMPLETE" | "PARTIAL" | "MISSING";

export interface LabelledPair {
  readonly label: Label;
  readonly requirement: string;
  readonly criterion: string;
  readonly documentTitle: string;
  readonly text: string;
  /** What makes the pair hard, where something does. */
  readonly trait?: "instruction" | "unrelated" | "planned" | "figure" | "denied";
}

type Case = readonly [label: Label, documentTitle: string, text: string, trait?: LabelledPair["trait"]];

/** One pair for each case of a requirement. */
export const pairs = (criterion: string, requirement: string, cases: readonly Case[]): LabelledPair[] =>
  cases.map(([label, documentTitle, text, trait]) => ({ label, requirement, criterion, documentTitle, text, trait }));
