// Packs @assay/client as a release does: a file that npm installs, for as long as the package is not published.
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const FILE = "assay-client.tgz";
const PATH = `${join(ROOT, "node_modules/.bin")}${delimiter}${process.env.PATH}`;

for (const args of [["build"], ["pack", "--out", join(ROOT, FILE)]]) {
  const { status } = spawnSync("pnpm", ["--filter", "@assay/client", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PATH },
  });
  if (status !== 0) process.exit(status ?? 1);
}
console.log(`Made ${FILE}: npm install ${join(ROOT, FILE)}`);
