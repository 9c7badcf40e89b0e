// npm run upgrade:dump: writes a database as this version leaves it, with its stored files and what a service said of
// them, below packages/testing/dumps. Each later version's migrations run on it, so make one with each release.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

if (!process.env.ASSAY_TEST_POSTGRES_URL) {
  console.error(
    "Cannot make a dump: set ASSAY_TEST_POSTGRES_URL to a superuser's address of PostgreSQL 15 with pgvector",
  );
  process.exit(1);
}
const { status } = spawnSync("vitest", ["run", "--project=dump", "--reporter=default"], {
  cwd: join(ROOT, "apps/api"),
  stdio: "inherit",
  env: { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`, ASSAY_WRITE_DUMP: "1" },
});
process.exit(status ?? 1);
