// Writes the skeleton of what a recipe of CONTRIBUTING.md describes:
//
//   npm run new route reminders list     npm run new format odp     npm run new step REDACTION
//   npm run new view reports             npm run new vendor mistral
//
// Files are made, rows are put into the tables that name them, and what is left for you is printed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { plan } from "./new/plan.mjs";
import { ROOT } from "./toolchain.mjs";

const read = (path) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : undefined);

try {
  const { files, left } = plan(process.argv[2], process.argv.slice(3), read);
  for (const [path, text] of Object.entries(files)) {
    const known = existsSync(join(ROOT, path));
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    console.log(`${known ? "changed" : "new    "}  ${path}`);
  }
  spawnSync("biome", ["check", "--write", ...Object.keys(files)], { cwd: ROOT });
  console.log(["\nLeft for you:", ...left.map((each) => `- ${each}`)].join("\n"));
} catch (error) {
  if (!error.message.startsWith("Cannot ")) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
