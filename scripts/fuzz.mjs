// `npm run fuzz` is the long form of two suites: requests made from the API document, and broken files.
//   npm run fuzz -- --requests 200000 --seed 7
//   npm run fuzz -- --parsers --minutes 30 --seed 7
// What falls is printed with its seed: a request as a curl line, a file by where it was kept.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./toolchain.mjs";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "200000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    parsers: { type: "boolean", default: false },
    minutes: { type: "string", default: "30" },
  },
});
for (const name of ["requests", "seed", "minutes"])
  if (!/^\d{1,9}$/.test(values[name])) {
    console.error(`--${name} must be a whole number: it is '${values[name]}'`);
    process.exit(1);
  }

console.log(`Seed ${values.seed}`);
const runs = values.parsers
  ? { "packages/reader": ["test/fuzz"], "packages/embedded": ["test/fetch/url-spellings.test.ts"] }
  : { "apps/api": ["--project=http", "test/http/generated-requests.test.ts"] };
const env = {
  ...process.env,
  ...(values.parsers ? { ASSAY_FUZZ_MINUTES: values.minutes } : { ASSAY_FUZZ_REQUESTS: values.requests }),
  ASSAY_FUZZ_SEED: values.seed,
  PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
};
const run = ([folder, suites]) =>
  spawnSync("vitest", ["run", ...suites], { cwd: join(ROOT, folder), stdio: "inherit", env }).status ?? 1;
process.exit(Math.max(...Object.entries(runs).map(run)));
