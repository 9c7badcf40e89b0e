import type { Document } from "@assay/client";
import { isContainer } from "@assay/contract/containers";
import { formatCount } from "@assay/site/format";
import type { CSSProperties } from "react";
import { describeCoverage } from "./describe-coverage.ts";
import { nameEvidenceKind } from "./evidence-kind.ts";
import { nameOwner, type OwnerNames } from "./owner-names.ts";

/** As many columns as the room allows, each as wide as what is in it; always the name, the state and the menu. */
export const DOCUMENT_COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_1rem_2rem] items-center gap-x-3 pe-2 " +
  "@md:grid-cols-[minmax(0,1fr)_5rem_4.5rem_2rem] " +
  "@2xl:grid-cols-[minmax(0,1fr)_var(--category)_5rem_4.5rem_2rem] " +
  "@4xl:grid-cols-[minmax(0,1fr)_var(--category)_var(--owner)_var(--read)_4.5rem_5rem_4.5rem_2rem] " +
  "@5xl:grid-cols-[minmax(0,1fr)_var(--kind)_var(--category)_var(--owner)_var(--read)_4.5rem_5rem_4.5rem_2rem]";

/** From which width a column is there. */
export const COLUMN_FROM = {
  md: "hidden @md:block",
  "2xl": "hidden @2xl:block",
  "4xl": "hidden @4xl:block",
  "5xl": "hidden @5xl:block",
} as const;

/** The longest text of a column in characters; a longer one is cut. */
const CHARACTERS_MAX = { kind: 14, category: 20, owner: 20, read: 20 } as const;
/** A character of the small text, in rem: wide enough for most words. */
const CHARACTER_REM = 0.4;

/** What the texts of these documents need of each column that may be empty. */
export function columnWidths(documents: readonly Document[], owners: OwnerNames): CSSProperties {
  const width = (column: keyof typeof CHARACTERS_MAX, textOf: (document: Document) => string | null | undefined) => {
    const longest = Math.max(0, ...documents.map((document) => textOf(document)?.length ?? 0));
    return { [`--${column}`]: `${(Math.min(longest, CHARACTERS_MAX[column]) * CHARACTER_REM).toFixed(1)}rem` };
  };
  return {
    ...width("kind", shownKind),
    ...width("category", ({ category }) => category),
    ...width("owner", ({ ownerId }) => ownerId && nameOwner(owners, ownerId)),
    ...width("read", shownCoverage),
  };
}

export function shownKind({ fileType, evidenceKind }: Document): string | undefined {
  return isContainer(fileType) || evidenceKind === "UNKNOWN" ? undefined : nameEvidenceKind(evidenceKind);
}

export function shownCoverage(document: Document): string | undefined {
  const { fileType, archive } = document;
  return isContainer(fileType) && archive ? formatCount(archive.members, "document") : describeCoverage(document);
}

/** Names the columns. Each row says its facts by itself, so assistive technology skips it. */
export function DocumentColumnHeads() {
  return (
    <div
      aria-hidden
      className={`${DOCUMENT_COLUMNS} h-8 shrink-0 border-b border-line bg-sunken ps-[4.25rem] text-xs text-muted @max-md:hidden`}
    >
      <span>Name</span>
      <span className={`${COLUMN_FROM["5xl"]} truncate`}>Kind</span>
      <span className={`${COLUMN_FROM["2xl"]} truncate`}>Category</span>
      <span className={`${COLUMN_FROM["4xl"]} truncate`}>Owner</span>
      <span className={`${COLUMN_FROM["4xl"]} truncate`}>Read</span>
      <span className={`${COLUMN_FROM["4xl"]} text-end`}>Size</span>
      <span className={COLUMN_FROM.md}>Uploaded</span>
      <span>State</span>
      <span />
    </div>
  );
}
