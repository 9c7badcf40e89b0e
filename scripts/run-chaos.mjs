// npm run chaos -- --seed N --minutes M: the real service under kill -9, restarts of PostgreSQL, and messages that are lost,
// doubled and reordered, on a server of PostgreSQL of its own. The same seed makes the same schedule.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startOwnPostgres } from "../apps/api/test/support/own-postgres.ts";
import { ROOT } from "./toolchain.mjs";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, minutes: { type: "string", default: "10" } },
});
const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
if (!Number.isInteger(seed) || !(minutes > 0)) {
  console.error(`Cannot run the schedule: --seed must be a whole number and --minutes above 0`);
  process.exit(1);
}
const server = await startOwnPostgres().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
const { status } = spawnSync("vitest", ["run", "--project=chaos", "--reporter=default"], {
  cwd: join(ROOT, "apps/api"),
  stdio: "inherit",
  env: {
    ...process.env,
    PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
    ASSAY_TEST_POSTGRES_URL: `postgres://postgres@${server.host}/postgres`,
    ASSAY_CHAOS: JSON.stringify({ seed, minutes, server: server.controls }),
  },
});
await server.stop();
process.exit(status ?? 1);
