import type { SecondFactorRule } from "@assay/client/admin";

export type Required = SecondFactorRule["required"];

/** What each choice does. */
export const RULES: Readonly<Record<Required, { readonly label: string; readonly hint: string }>> = {
  NOBODY: { label: "Nobody needs one", hint: "People add one if they want to; a password alone signs in." },
  ACTS: {
    label: "Needed to sign, approve or change people",
    hint: "Whatever asks for a recent sign-in is refused to people without one. They read and work as before.",
  },
  EVERYBODY: {
    label: "Everybody needs one",
    hint: "People without one are led to add one before they see anything else.",
  },
};
