// Puts a picture of each view, in light, dark and phone width, into apps/portal/screenshots.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const run = spawnSync("pnpm", ["exec", "vitest", "run", "--project=screenshots", ...process.argv.slice(2)], {
  cwd: join(ROOT, "apps/portal"),
  stdio: "inherit",
});
process.exit(run.status ?? 1);
