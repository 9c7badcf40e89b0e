import { type Figure, findFigures } from "../quantity/find-figures.ts";
import { findLastDays, type LastDay } from "../quantity/find-last-days.ts";
import { foldWording } from "./fold-wording.ts";
import { readTerms } from "./read-terms.ts";
import { type Clause, splitClauses } from "./split-clauses.ts";

/** A text with what is read of it. Each reading is made when it is first asked for, and stays with the text. */
export class ReadText {
  declare readonly text: string;
  #folded: string | undefined;
  #clauses: readonly Clause[] | undefined;
  #terms: ReadonlySet<string> | undefined;
  #figures: readonly Figure[] | undefined;
  #lastDays: readonly LastDay[] | undefined;

  #readings: Map<(text: ReadText) => unknown, unknown> | undefined;

  constructor(fields: { readonly text: string }) {
    Object.assign(this, fields);
  }

  /** What a reader finds in it, whatever it is held against. */
  read<Reading>(reader: (text: ReadText) => Reading): Reading {
    this.#readings ??= new Map();
    if (!this.#readings.has(reader)) this.#readings.set(reader, reader(this));
    return this.#readings.get(reader) as Reading;
  }

  /** In its plain form. */
  get folded(): string {
    this.#folded ??= foldWording(this.text);
    return this.#folded;
  }

  /** Of the plain form. */
  get clauses(): readonly Clause[] {
    this.#clauses ??= splitClauses(this.folded);
    return this.#clauses;
  }

  get terms(): ReadonlySet<string> {
    this.#terms ??= new Set(readTerms(this.text));
    return this.#terms;
  }

  get figures(): readonly Figure[] {
    this.#figures ??= findFigures(this.text);
    return this.#figures;
  }

  /** Dates of the plain form. */
  get lastDays(): readonly LastDay[] {
    this.#lastDays ??= findLastDays(this.folded);
    return this.#lastDays;
  }
}
