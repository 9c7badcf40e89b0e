import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

export const TIMES = join(ROOT, "scripts/suite-times.json");

/** Seconds by project and path, as `core:pglite packages/core/test/database/jobs.test.ts`. */
export const readTimes = () => JSON.parse(readFileSync(TIMES, "utf8"));
