// Builds the sites that the service shows and the bundle that it runs as; turbo sees to it that only what has changed is
// built again.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./toolchain.mjs";

export function buildSites(env) {
  if (
    ["portal/dist/index.html", "admin/dist/index.html", "docs/dist/index.html", "api/dist/service.mjs"].some(
      (made) => !existsSync(join(ROOT, "apps", made)),
    )
  )
    console.log("Building the sites and the service …");
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
  throw new Error("Cannot build the sites and the service: see above");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) buildSites(process.env);
