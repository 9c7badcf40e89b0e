/** Longer texts are cut before their tokens are made: no model reads further. UTF-16 code units. */
export const TEXT_LENGTH_MAX = 20_000;
