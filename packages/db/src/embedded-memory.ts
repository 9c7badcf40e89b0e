import { setFlagsFromString } from "node:v8";

/** PGlite's own default of 160 MB is written to at the start, and so is resident from then on. */
export const SMALL_BUFFERS = ["-c", "shared_buffers=32MB"];

/** What a function runs through, in bytes of its code, before it is compiled again: 75 times the engine's default. */
const TIERING_BUDGET = 1_000_000_000;

/**
 * Has V8 optimise only those functions of the database that run much: with its own limit a start alone reaches hundreds
 * of them, among them some that take half a gigabyte while they are compiled.
 */
export function compileLate(): void {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
