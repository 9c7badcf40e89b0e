import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { bundleApi } from "./bundle-api.ts";
import { writeComment } from "./comment.ts";
import { denoApps } from "./deno-apps.ts";
import { neonBranches } from "./neon-branches.ts";
import { closePreview, openPreview, type PreviewParts } from "./preview.ts";
import { readSettings } from "./read-settings.ts";
import { reapPreviews } from "./reap.ts";
import { siteFiles } from "./site-files.ts";
import { smokeTest } from "./smoke-test.ts";
import { removeStoredFiles } from "./stored-files.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const ACTS = ["open", "close", "reap"];

/** `preview open`, `close` and `reap`; the pull request and the vendors' keys come from the environment. */
async function main(act = ""): Promise<void> {
  if (!ACTS.includes(act)) throw new Error(`Cannot run 'preview ${act}': it is one of ${ACTS.join(", ")}`);
  if (act === "reap") return reap();
  const parts = createParts(process.env);
  if (act === "close") return closePreview(parts);
  const { apiUrl, siteUrl } = await openPreview(parts);
  const { GITHUB_TOKEN, GITHUB_REPOSITORY, COMMIT, GITHUB_API_URL = "https://api.github.com" } = process.env;
  if (!GITHUB_TOKEN || !GITHUB_REPOSITORY || !COMMIT) return;
  await writeComment(
    { apiUrl: GITHUB_API_URL, token: GITHUB_TOKEN, repository: GITHUB_REPOSITORY, retryMs: 1000 },
    parts.settings.PULL_REQUEST,
    { apiUrl, siteUrl, commit: COMMIT },
  );
}

async function reap(): Promise<void> {
  // It is about all of them: each that it removes brings its own number.
  const parts = createParts({ ...process.env, PULL_REQUEST: "1" });
  const retryMs = 1000;
  const removed = await reapPreviews({
    ...parts,
    github: {
      name: "GitHub",
      baseUrl: process.env.GITHUB_API_URL ?? "https://api.github.com",
      token: requireSetting("GITHUB_TOKEN"),
      repository: requireSetting("GITHUB_REPOSITORY"),
      retryMs,
    },
    qstashVendor: { name: "QStash", baseUrl: parts.settings.QSTASH_URL, token: parts.settings.QSTASH_TOKEN, retryMs },
  });
  parts.report(`looked after ${removed.length} closed pull requests`);
}

function createParts(env: NodeJS.ProcessEnv): PreviewParts {
  const settings = readSettings(env);
  const retryMs = 1000;
  return {
    settings,
    apiSettings: Object.fromEntries(settings.API_SETTINGS.map((name) => [name, requireSetting(name)])),
    branches: neonBranches(
      { name: "Neon", baseUrl: settings.NEON_API_URL, token: settings.NEON_API_KEY, retryMs },
      settings.NEON_PROJECT_ID,
    ),
    apps: denoApps({
      name: "Deno Deploy",
      baseUrl: settings.DENO_DEPLOY_API_URL,
      token: settings.DENO_DEPLOY_TOKEN,
      retryMs,
    }),
    qstash: { token: settings.QSTASH_TOKEN, baseUrl: settings.QSTASH_URL },
    migrate: (ownerUrl) =>
      runNode(["apps/api/src/commands/migrate.ts"], { DATABASE_URL: ownerUrl, DATABASE_MIGRATE_URL: ownerUrl }),
    bundleApi,
    async buildSites(config) {
      await runNode(["scripts/build-sites.mjs"], {});
      return {
        ...(await siteFiles(`${ROOT}/apps/portal/dist`, "cm", config)),
        ...(await siteFiles(`${ROOT}/apps/admin/dist`, "admin", config)),
        ...(await siteFiles(`${ROOT}/apps/docs/dist`, "docs")),
      };
    },
    removeStoredFiles: (prefix) =>
      removeStoredFiles(
        { url: settings.SUPABASE_URL, secretKey: settings.SUPABASE_SECRET_KEY, bucket: settings.SUPABASE_BUCKET },
        prefix,
      ),
    smokeTest,
    makeSigningKey: async () => keysToText(await makeSigningKeys()),
    report: (line) => console.log(line),
  };
}

function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Cannot go on because '${name}' is not set: see API_SETTINGS and the workflows`);
  return value;
}

function runNode(args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`'${args.join(" ")}' ended with ${code}`))));
  });
}

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
