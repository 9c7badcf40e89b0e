import type { DocumentState, WeakReason } from "@assay/contract";

/** Why a document that is not active proves nothing by its citations. */
export const WEAKNESS_OF_STATE: Readonly<Record<DocumentState, WeakReason | undefined>> = {
  IN_FORCE: undefined,
  DRAFT: "DRAFT",
  TEMPLATE: "TEMPLATE",
  SUPERSEDED: "SUPERSEDED",
  OTHER_ORGANISATION: "OTHER_PARTY",
  QUESTIONNAIRE: "QUESTION",
  STANDARD: "STANDARD",
};
