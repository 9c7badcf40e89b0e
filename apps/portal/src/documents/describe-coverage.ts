import type { Document } from "@assay/client";

const PARTS: Partial<Record<Document["fileType"], [one: string, many: string]>> = {
  pdf: ["page", "pages"],
  pptx: ["slide", "slides"],
  xlsx: ["sheet", "sheets"],
};

/** `42 of 44 pages read`; undefined for what has no parts, or has not been read yet. */
export function describeCoverage({ fileType, coverage }: Pick<Document, "fileType" | "coverage">): string | undefined {
  const names = PARTS[fileType];
  if (!names || !coverage) return undefined;
  const { pages, pagesWithText } = coverage;
  const name = names[pages === 1 ? 0 : 1];
  return pagesWithText === pages ? `${pages} ${name} read` : `${pagesWithText} of ${pages} ${name} read`;
}

/** Whether something of the document has not been read. */
export function isPartlyRead({ coverage }: Pick<Document, "coverage">): boolean {
  return coverage !== null && coverage.pagesWithText < coverage.pages;
}
