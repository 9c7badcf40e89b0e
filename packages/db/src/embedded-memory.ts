import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";

/** Its own default of 160 MB is written to at the start, and so is resident from then on. */
const SHARED_BUFFERS = "32MB";

/** Ten times the engine's default. */
const TIERING_BUDGET = 130_000_000;

export const START_PARAMS = [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`];

/**
 * Has the engine compile only those functions of the database with all optimisations that are called much: a start calls
 * thousands of them often enough to be compiled twice, for seconds of processor time and 100 MB.
 */
export function compileLate(): void {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
