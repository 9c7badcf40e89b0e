import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { PAGE_STATES, type PageState } from "@assay/contract";
import { parse } from "yaml";

interface PageLabel {
  /** What the page is without OCR, and with it. */
  readonly unread: PageState;
  readonly read: PageState;
}

export interface LabelledFile {
  readonly name: string;
  readonly pages: readonly PageLabel[];
  /** Whether rules were made without a look at what became of it. */
  readonly isKept: boolean;
}

const SETS = new URL("../../sets/pages/", import.meta.url);
export const MADE = new URL("made/", SETS);

/** The files that are part of the set, and the public ones, whose first page alone is labelled. */
export function listLabels(): { readonly made: readonly LabelledFile[]; readonly open: readonly LabelledFile[] } {
  const { made, public: open } = parse(readFileSync(new URL("labels.yaml", SETS), "utf8")) as {
    made: Record<string, string[]>;
    public: Record<string, string>;
  };
  return {
    made: Object.entries(made).map(([name, pages]) => label(name, pages)),
    open: Object.entries(open).map(([name, page]) => label(name, [page])),
  };
}

function label(name: string, pages: readonly string[]): LabelledFile {
  const isKept = createHash("sha256").update(name).digest()[0]! % 2 === 0;
  return { name, isKept, pages: pages.map((page) => toLabel(name, page)) };
}

function toLabel(name: string, text: string): PageLabel {
  const [unread = "", read = unread] = text === "OCR" ? ["IMAGE_ONLY", "OCR"] : text.split(" > ");
  return { unread: toState(name, unread), read: toState(name, read) };
}

function toState(name: string, text: string): PageState {
  const state = PAGE_STATES.find((each) => each === text);
  if (!state) throw new Error(`Cannot read the label of '${name}': there is no state '${text}'`);
  return state;
}
