/** The parts of a pdf.js annotation that hold what somebody filled in or noted. */
export interface PdfAnnotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly hasAppearance?: boolean;
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly alternativeText?: string;
  readonly fieldValue?: unknown;
  readonly buttonValue?: string | null;
  readonly exportValue?: string | null;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly hidden?: boolean;
  readonly annotationFlags?: number;
  readonly options?: readonly { exportValue?: string; displayValue?: string }[];
  readonly contentsObj?: { str?: string };
  /** The same with its looks; some writers have only this. */
  readonly richText?: { str?: string } | null;
  readonly titleObj?: { str?: string };
  readonly id?: string;
  /** The id of the remark that it answers. */
  readonly inReplyTo?: string | null;
  readonly stateModel?: string | null;
  readonly state?: string | null;
  readonly creationDate?: string | null;
  readonly modificationDate?: string | null;
  /** Of marks on text: eight numbers for each stretch, its corners. */
  readonly quadPoints?: ArrayLike<number> | null;
}

/** What a widget of a form shows. */
export type FieldReading =
  | { readonly kind: "BOX"; readonly box: string; readonly option: string }
  | { readonly kind: "VALUE"; readonly value: string };

/** A field that is seen, along and across the lines of the page. */
export interface PlacedField {
  readonly annotation: PdfAnnotation;
  readonly reading: FieldReading;
  readonly x1: number;
  readonly x2: number;
  readonly y1: number;
  readonly y2: number;
}

/** A run of a page, or a part of one, and what fields put around it. */
export interface Word {
  /** Of its run on the page. */
  readonly order: number;
  readonly ux: number;
  readonly uy: number;
  readonly y: number;
  readonly size: number;
  readonly right: number;
  x: number;
  str: string;
  /** What is before the words of an option in the same run. */
  question: string;
  before: string;
  after: string;
  readonly below: string[];
}

export interface Stretch {
  readonly x: number;
  right: number;
  text: string;
}

/** Words from left to right; words that stand together are a stretch. */
export interface TextLine {
  /** Among the lines, from the top. */
  readonly at: number;
  readonly y: number;
  readonly size: number;
  readonly words: Word[];
  readonly stretches: readonly Stretch[];
  /** Runs that are only the drawing of a box under a field. */
  readonly dropped: readonly number[];
}
