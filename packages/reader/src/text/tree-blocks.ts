import type { SegmentSink } from "../child/segment-sink.ts";
import { markText } from "./marked-text.ts";
import { shorten } from "./shorten.ts";

const BLOCK_LENGTH = 1400;
/** A cut comes no earlier in a block, unless there is no other. */
const EARLIEST_CUT = 560;
const LOCATION_LENGTH_MAX = 200;
const CONTEXT_LENGTH_MAX = 500;

/** A step to a value: a name, or the place in a list from 0. */
export type Step = string | number;

/** Where a value begins in the text that is written. */
interface Begin {
  readonly at: number;
  readonly path: readonly Step[];
  /** Names of a record's fields, where the value is a record of a list. */
  readonly columns: string | null;
}

export interface TreeBlockOptions {
  /** `$.users[3]` from the steps. */
  locate(path: readonly Step[]): string;
}

/** Writes the text of a tree (JSON, YAML, XML) as blocks about as long as a chunk, cut where the outermost values begin. */
export function createTreeBlocks(sink: SegmentSink, { locate }: TreeBlockOptions) {
  let text = "";
  let begins: Begin[] = [];
  let first: readonly Step[] = [];
  let columns: string | null = null;

  const write = async (end: number, next: Begin | null) => {
    const inside = begins.filter(({ at }) => at < end);
    const from = inside[0]?.path ?? first;
    const to = inside.at(-1)?.path ?? first;
    const content = markText(text.slice(0, end));
    columns = inside.findLast((begin) => begin.columns !== null)?.columns ?? null;
    if (content.text !== "") {
      await sink.write({
        location: describeRange(from, to, locate),
        context: describePath(from, to, columns),
        content,
      });
    }
    text = text.slice(end);
    begins = begins.flatMap((begin) => (begin.at >= end ? [{ ...begin, at: begin.at - end }] : []));
    first = next?.path ?? to;
  };
  return {
    add(part: string): void {
      text += part;
    },
    /** Says that the next text belongs to the value at this path; the path may be reused by the caller. */
    async begin(path: readonly Step[], fields: string | null = null): Promise<void> {
      while (text.length > BLOCK_LENGTH) {
        const cut = findCut(begins);
        if (!cut) {
          await write(text.length, null);
          break;
        }
        await write(cut.at, cut);
      }
      begins.push({ at: text.length, path: [...path], columns: fields });
      sink.progress();
    },
    async end(): Promise<void> {
      while (text.length > BLOCK_LENGTH) {
        const cut = findCut(begins);
        if (!cut) break;
        await write(cut.at, cut);
      }
      await write(text.length, null);
    },
  };
}

/** The outermost value, and of these the last, that begins late enough. */
function findCut(begins: readonly Begin[]): Begin | null {
  let best: Begin | null = null;
  for (const begin of begins) {
    if (begin.at === 0) continue;
    if (begin.at > BLOCK_LENGTH && best) break;
    const early = best !== null && best.at < EARLIEST_CUT;
    if (!best || early || begin.path.length <= best.path.length) best = begin;
  }
  return best;
}

function describeRange(from: readonly Step[], to: readonly Step[], locate: (path: readonly Step[]) => string): string {
  const shared = countShared(from, to);
  if (shared === from.length || shared === to.length)
    return shorten(locate(from.slice(0, shared)), LOCATION_LENGTH_MAX);
  const [start, end] = [from.slice(0, shared + 1), to.slice(0, shared + 1)];
  const above = locate(from.slice(0, shared));
  const last = locate(end);
  // `$.users[3]–[9]`: what both begin with is said once.
  const short = typeof end.at(-1) === "number" && last.startsWith(above) ? last.slice(above.length) : ` ${last}`;
  return shorten(`${locate(start)}${short.startsWith(" ") ? " –" : "–"}${short}`, LOCATION_LENGTH_MAX);
}

function describePath(from: readonly Step[], to: readonly Step[], columns: string | null): string | null {
  const shared = from.slice(0, countShared(from, to));
  const names = shared.flatMap((step) => (typeof step === "string" ? [step.replace(/\[\d+\]$/, "")] : [])).join(" > ");
  const context = [names, columns].filter(Boolean).join(": ").slice(0, CONTEXT_LENGTH_MAX).toWellFormed();
  return context === "" ? null : context;
}

function countShared(a: readonly Step[], b: readonly Step[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1;
  return shared;
}
