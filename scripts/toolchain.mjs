// The toolchain that this repository pins, fetched from the npm registry by whatever Node runs this (20 or later).
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const VERSIONS = { node: "24.21.0", pnpm: "12.21.0" };
const MEMORY = join(ROOT, "node_modules", ".toolchain.json");

/** The folder that holds `node` and `pnpm`; npx keeps it in npm's cache. */
export function findToolchain() {
  const known = readMemory();
  if (known && existsSync(join(known.bin, "pnpm"))) return known.bin;
  const packages = Object.entries(VERSIONS).flatMap(([name, version]) => ["-p", `${name}@${version}`]);
  const found = spawnSync("npx", ["--yes", ...packages, "-c", "command -v pnpm"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bin = found.status === 0 ? dirname(found.stdout.trim().split("\n").at(-1)) : undefined;
  if (!bin || !existsSync(join(bin, "node")))
    throw new Error("Cannot get Node and pnpm from the npm registry: check the network and `npm config get registry`");
  mkdirSync(dirname(MEMORY), { recursive: true });
  writeFileSync(MEMORY, JSON.stringify({ ...VERSIONS, bin }));
  return bin;
}

function readMemory() {
  try {
    const known = JSON.parse(readFileSync(MEMORY, "utf8"));
    return known.node === VERSIONS.node && known.pnpm === VERSIONS.pnpm ? known : undefined;
  } catch {
    return undefined;
  }
}

/** The environment in which the repository's commands run. */
export function toolchainEnv(bin) {
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TURBO_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
  };
}

export function installPackages(env) {
  const first = !existsSync(join(ROOT, "node_modules", ".modules.yaml"));
  if (first) console.log("Installing packages …");
  const installed = spawnSync("pnpm", ["install", "--frozen-lockfile", "--silent"], {
    cwd: ROOT,
    env,
    encoding: "utf8",
  });
  if (installed.status === 0) return;
  process.stderr.write(`${installed.stdout}${installed.stderr}`);
  throw new Error("Cannot install the packages: see above");
}
