// `node scripts/up.mjs <command> […arguments]`: gets the toolchain and the packages, then runs the command on them.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { buildSites } from "./build-sites.mjs";
import { COMMANDS, SERVICE_ENV } from "./commands.mjs";
import { findToolchain, installPackages, ROOT, toolchainEnv } from "./toolchain.mjs";

const SERVICES = new Set(["start", "serve"]);
/** Commands whose service shows the sites. */
const WITH_SITES = new Set(["start", "serve", "dev", "screenshots", "bench:console"]);

const [name, ...rest] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) {
  console.error(`Cannot run '${name ?? ""}': commands are ${Object.keys(COMMANDS).join(", ")}`);
  process.exit(1);
}

let child;
try {
  const env = {
    ...(SERVICES.has(name) && SERVICE_ENV),
    ...toolchainEnv(findToolchain()),
    ASSAY_EXIT_WITH_PARENT: "true",
  };
  installPackages(env);
  if (WITH_SITES.has(name)) buildSites(env);
  child = spawn("node", [...command, ...rest], { cwd: ROOT, env, stdio: "inherit" });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

// Ctrl-C reaches the child by itself; asking twice does no harm. npm ends on SIGTERM without handing it on, and may be
// killed: both show as other ancestors.
const stop = () => child.kill("SIGTERM");
process.on("SIGINT", () => {});
process.on("SIGTERM", stop);
const ancestors = listAncestors();
setInterval(() => {
  if (listAncestors() !== ancestors) stop();
}, 500).unref();

/** The parent and, under npm where a shell is between, the parent's parent. */
function listAncestors() {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform !== "linux") return `${parent}`;
  try {
    return `${parent} ${/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${parent}/status`, "utf8"))[1]}`;
  } catch {
    return `${parent} gone`;
  }
}

child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1)));
