import type { HiddenRange } from "../text/marked-text.ts";

/** Where a run of text is: its start, its direction (a unit vector), its length along that, its font size. */
export interface RunPosition {
  readonly x: number;
  readonly y: number;
  readonly ux: number;
  readonly uy: number;
  readonly width: number;
  readonly size: number;
}

/** Ranges of a run, sorted and apart. */
export type FindRanges = (str: string, position: RunPosition) => HiddenRange[];
