import type { DocumentGap } from "@assay/client";

const NAMES: Readonly<Record<DocumentGap, string>> = {
  NOT_FULLY_READ: "Not fully read",
  ENCODING_UNSURE: "Encoding unsure",
  MEMBERS_SKIPPED: "Files left out",
};

export const nameGap = (gap: DocumentGap): string => NAMES[gap];
