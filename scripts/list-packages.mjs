import { spawnSync } from "node:child_process";
import { ROOT } from "./toolchain.mjs";

/** What the container image holds: the service and the demo, without what only builds or tests them. */
export const OF_IMAGE = ["--prod", "--filter-prod", "@assay/api...", "--filter-prod", "@assay/demo..."];

/** Returns name, licence and folder of each installed package of third parties; `selection` as pnpm takes it. */
export function listPackages(selection) {
  const listed = spawnSync("pnpm", ["licenses", "list", "--json", ...selection], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  if (listed.status !== 0) throw new Error(`Cannot list the packages: ${listed.stdout}${listed.stderr}`);
  return Object.entries(JSON.parse(listed.stdout)).flatMap(([licence, packages]) =>
    packages.flatMap(({ name, paths }) => paths.map((folder) => ({ name, licence, folder }))),
  );
}
