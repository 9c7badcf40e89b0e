import type { Document, PageStates } from "@assay/client";
import { formatCount } from "@assay/site/format";

type Covered = Pick<Document, "fileType" | "coverage">;
type Coverage = NonNullable<Document["coverage"]>;

const PARTS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  pdf: ["page", "pages"],
  tiff: ["page", "pages"],
  pptx: ["slide", "slides"],
  ppt: ["slide", "slides"],
  xlsx: ["sheet", "sheets"],
  xls: ["sheet", "sheets"],
};
const PART = ["part", "parts"] as const;

/** `42 of 44 pages read`; undefined for what has no parts, or has not been read yet. */
export function describeCoverage({ fileType, coverage }: Covered): string | undefined {
  if (!coverage) return undefined;
  const { total, unread } = countParts(coverage);
  if (total === 1 && !PARTS[fileType]) return undefined;
  const [one, many] = nameParts(fileType, coverage, total);
  return unread === 0 ? `${formatCount(total, one, many)} read` : `${total - unread} of ${total} ${many} read`;
}

/** `3 of 5 pages not read`; undefined where all was read, or nothing yet. */
export function describeUnread({ fileType, coverage }: Covered): string | undefined {
  if (!coverage || !isPartlyRead({ coverage })) return undefined;
  const { total, unread } = countParts(coverage);
  if (unread === 0) return "Images not read";
  const [one, many] = nameParts(fileType, coverage, total);
  return total === 1 ? "Not read" : `${unread} of ${formatCount(total, one, many)} not read`;
}

/** Whether something of the document has not been read. */
export function isPartlyRead({ coverage }: Pick<Document, "coverage">): boolean {
  if (!coverage) return false;
  return (
    countParts(coverage).unread > 0 ||
    coverage.warnings.some(({ code }) => code === "PAGES_NOT_READ" || code === "PICTURE_NOT_READ")
  );
}

/** `Reading images: 2 of 5`; undefined for what is not being read so. */
export function describeRecognition({ recognition }: Pick<Document, "recognition">): string | undefined {
  return recognition ? `Reading images: ${recognition.done} of ${recognition.total}` : undefined;
}

/** Why it is not read on; undefined for what does not wait. */
export function describeWaiting({ waiting }: Pick<Document, "waiting">): string | undefined {
  return waiting
    ? `Waits: it would be sent to ${waiting.provider}, which your organisation does not allow. An administrator can change that.`
    : undefined;
}

/** Whether the text may have been taken in the wrong encoding. */
export function isEncodingUnsure({ coverage }: Pick<Document, "coverage">): boolean {
  return coverage?.warnings.some(({ code }) => code === "ENCODING_UNSURE") === true;
}

/** Pages, sheets, slides, mail parts and images, and how many of them were not read at all. */
export function countParts({ states, pages, pagesWithText }: Coverage): { total: number; unread: number } {
  const total = states === null ? 0 : sumOf(states);
  if (states === null || total === 0) return { total: pages, unread: pages - pagesWithText };
  return { total, unread: (states.IMAGE_ONLY ?? 0) + (states.UNREADABLE ?? 0) };
}

function sumOf(states: PageStates): number {
  return Object.values(states).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

// With images next to them the parts are not all of one name.
function nameParts(fileType: string, { pages }: Coverage, total: number): readonly [string, string] {
  return (total === pages && PARTS[fileType]) || PART;
}
