/**
 * Counts up with each change of the deterministic rules that can change a verdict (the readers of `language`, and
 * `assessments/guard` and `rules` of `core`): quantities, dates, counts, rows, templates, references, document state. An engine version
 * pins it.
 */
export const GUARD_VERSION = 3;

/** Counts up where a requirement is split into other parts, or a passage into other sentences. An engine version pins it. */
export const SPLITTER_VERSION = 3;
