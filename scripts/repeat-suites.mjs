// Runs the suites that stand on processes, queues and browsers again and again, so that one that depends on the
// machine's speed shows itself.
import { spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const SUITES = [
  { folder: "apps/api", projects: ["process", "queue*"] },
  { folder: "apps/portal", projects: ["browser"] },
  { folder: "apps/admin", projects: ["browser"] },
  { folder: "apps/docs", projects: ["browser"] },
  { folder: "apps/reference", projects: ["browser"] },
];

/** Returns whether every round passed. With `load`, busy processes take half of the cores meanwhile. */
export function repeatSuites(rounds, { env, load }) {
  if (!(Number.isInteger(rounds) && rounds > 0)) {
    console.error(`Cannot repeat the suites '${rounds}' times: give a whole number from 1`);
    return false;
  }
  const hogs = Array.from({ length: load ? Math.ceil(availableParallelism() / 2) : 0 }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  let passed = 0;
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`\nRound ${round} of ${rounds}`);
    const results = SUITES.map(({ folder, projects }) => {
      const args = ["exec", "vitest", "run", ...projects.map((project) => `--project=${project}`)];
      return spawnSync("pnpm", args, { cwd: join(ROOT, folder), env, stdio: "inherit" }).status === 0;
    });
    if (results.every(Boolean)) passed += 1;
  }
  for (const hog of hogs) hog.kill("SIGKILL");
  console.log(`\n${passed} of ${rounds} rounds passed`);
  return passed === rounds;
}
