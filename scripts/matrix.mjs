// `npm run matrix` asks every route as every caller for every tenant's resources, with SUPER_ADMIN_MODE off and on: all
// cells of what a suite samples.
//   npm run matrix
//   npm run matrix -- --cells 10000 --seed 7
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./toolchain.mjs";

const { values } = parseArgs({
  options: {
    cells: { type: "string", default: "all" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
  },
});
for (const [name, form] of [
  ["cells", /^(all|\d{1,9})$/],
  ["seed", /^\d{1,9}$/],
])
  if (!form.test(values[name])) {
    console.error(`--${name} must be a whole number: it is '${values[name]}'`);
    process.exit(1);
  }

console.log(`Seed ${values.seed}`);
const env = {
  ...process.env,
  ASSAY_MATRIX_CELLS: values.cells,
  ASSAY_MATRIX_SEED: values.seed,
  PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
};
const { status } = spawnSync("vitest", ["run", "--project=http", "test/http/authorization-matrix.test.ts"], {
  cwd: join(ROOT, "apps/api"),
  stdio: "inherit",
  env,
});
process.exit(status ?? 1);
