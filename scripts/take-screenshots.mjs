// Puts an image of each view, in light, dark and phone width, into the `screenshots` folder of each site.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

let status = 0;
for (const site of ["portal", "admin", "docs", "reference"]) {
  const run = spawnSync("pnpm", ["exec", "vitest", "run", "--project=screenshots", ...process.argv.slice(2)], {
    cwd: join(ROOT, "apps", site),
    stdio: "inherit",
  });
  status ||= run.status ?? 1;
}
process.exit(status);
