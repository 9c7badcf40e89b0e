// Measures the service as its own process and prints one table; see packages/bench/README.md.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const run = spawnSync("node", [join(ROOT, "packages/bench/src/index.ts")], { cwd: ROOT, stdio: "inherit" });
process.exit(run.status ?? 1);
