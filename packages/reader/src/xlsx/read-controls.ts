import { Parser } from "htmlparser2";
import type { Package } from "../office/open-package.ts";
import { localName } from "../office/read-paragraphs.ts";
import { readRelationships } from "../office/relationships.ts";
import { boxOf } from "../text/choices.ts";
import type { CellPart, Row } from "../text/row-blocks.ts";

/** A box to tick that is drawn over a sheet. */
export interface SheetControl {
  /** From 1. */
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly text: string;
  readonly hidden: boolean;
}

const CONTROLS_MAX = 5000;
/** Of a row and of a column, in pixels, where the sheet says no other. */
const [ROW_HEIGHT, COLUMN_WIDTH] = [20, 64];

/** The check boxes and radio buttons of a sheet with their labels, by the cell that their middle is over. */
export function readControls(parts: Package, sheetPart: string): SheetControl[] {
  return [...readRelationships(parts, sheetPart).values()]
    .filter(({ type }) => type === "vmlDrawing")
    .flatMap(({ target }) => parseControls(parts.read(target) ?? ""))
    .slice(0, CONTROLS_MAX)
    .sort((a, b) => a.row - b.row || a.column - b.column);
}

function parseControls(xml: string): SheetControl[] {
  const controls: SheetControl[] = [];
  let shape: { label: string; hidden: boolean; type: string; checked: string; anchor: string } | null = null;
  let [tag, inText] = ["", false];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        tag = localName(name).toLowerCase();
        if (tag === "shape") {
          const hidden = /visibility:\s*hidden/i.test(attributes.style ?? "");
          shape = { label: "", hidden, type: "", checked: "", anchor: "" };
        } else if (tag === "textbox") inText = true;
        else if (tag === "clientdata" && shape) shape.type = attributes.ObjectType ?? "";
        else if (tag === "br" && shape) shape.label += " ";
      },
      ontext(text) {
        if (!shape) return;
        if (inText) shape.label += text;
        else if (tag === "checked") shape.checked += text;
        else if (tag === "anchor") shape.anchor += text;
      },
      onclosetag(name) {
        const closed = localName(name).toLowerCase();
        tag = "";
        if (closed === "textbox") inText = false;
        if (closed !== "shape" || !shape) return;
        const place = /^(?:checkbox|radio)$/i.test(shape.type) ? placeOf(shape.anchor) : null;
        const text = `${boxOf(shape.checked.trim() === "1")} ${shape.label.replace(/\s+/g, " ")}`.trim();
        if (place) controls.push({ ...place, text, hidden: shape.hidden });
        shape = null;
      },
    },
    // Attributes without quotes and `<br>` without an end are usual in these parts.
    { xmlMode: false, lowerCaseTags: false, lowerCaseAttributeNames: false, recognizeSelfClosing: true },
  );
  parser.end(xml);
  return controls;
}

/** Of `left, offset, top, offset, right, offset, bottom, offset`: cells from 0, offsets in pixels. */
function placeOf(anchor: string): Pick<SheetControl, "row" | "column"> | null {
  const numbers = anchor.split(",").map(Number);
  if (numbers.length < 8 || !numbers.every(Number.isFinite)) return null;
  const [left, fromLeft, top, fromTop, , , bottom, fromBottom] = numbers as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const share = (offset: number, size: number) => Math.min(0.99, offset / size);
  const middle = (top + share(fromTop, ROW_HEIGHT) + bottom + share(fromBottom, ROW_HEIGHT)) / 2;
  // A label is as long as it is: a box is at its left end.
  const column = Math.floor(left + (fromLeft > COLUMN_WIDTH * 0.8 ? 1 : 0));
  return { row: Math.floor(middle) + 1, column };
}

/** Puts controls into the rows that they are drawn over; `rest` has those of rows after the last one. */
export function createControlPlacer(controls: readonly SheetControl[]) {
  const waiting = [...controls];
  const takeUntil = (row: number): SheetControl[] => {
    const end = waiting.findIndex((control) => control.row > row);
    return waiting.splice(0, end === -1 ? waiting.length : end);
  };
  const rowsOf = (taken: readonly SheetControl[]): Row[] =>
    [...Map.groupBy(taken, ({ row }) => row)].map(([number, own]) => addTo({ number, cells: [], columns: [] }, own));
  return {
    /** The row with its controls, after rows that have nothing else. */
    place(row: Row): Row[] {
      if (waiting.length === 0 || waiting[0]!.row > row.number) return [row];
      const taken = takeUntil(row.number);
      const own = taken.filter((control) => control.row === row.number);
      return [...rowsOf(taken.filter((control) => control.row < row.number)), addTo(row, own)];
    },
    rest: () => rowsOf(takeUntil(Number.POSITIVE_INFINITY)),
  };
}

function addTo(row: Row, controls: readonly SheetControl[]): Row {
  const cells = new Map<number, CellPart[]>(
    row.cells.map((cell, at) => [
      row.columns?.[at] ?? at,
      typeof cell === "string" ? [{ text: cell, hidden: false }] : [...cell],
    ]),
  );
  for (const { column, text, hidden } of controls) {
    const cell = cells.get(column) ?? [];
    const isBlank = cell.every((part) => part.text.trim() === "");
    cells.set(column, [...(isBlank ? [] : cell), { text: isBlank ? text : ` ${text}`, hidden }]);
  }
  const inOrder = [...cells].sort(([left], [right]) => left - right);
  return { ...row, cells: inOrder.map(([, cell]) => cell), columns: inOrder.map(([column]) => column) };
}
