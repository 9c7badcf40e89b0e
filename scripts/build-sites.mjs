// Builds the sites that the service shows; turbo sees to it that only what has changed is built again.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./toolchain.mjs";

export function buildSites(env) {
  if (["portal", "admin", "docs"].some((site) => !existsSync(join(ROOT, "apps", site, "dist/index.html"))))
    console.log("Building the sites …");
  const built = spawnSync("turbo", ["run", "build", "--env-mode=loose", "--output-logs=errors-only"], {
    cwd: ROOT,
    env: {
      ...env,
      PATH: `${join(ROOT, "node_modules/.bin")}${delimiter}${env.PATH}`,
      ASTRO_TELEMETRY_DISABLED: "1",
    },
    encoding: "utf8",
  });
  if (built.status === 0) return;
  process.stderr.write(`${built.stdout ?? ""}${built.stderr ?? ""}`);
  throw new Error("Cannot build the sites: see above");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) buildSites(process.env);
