import { afterEach, beforeEach, expect, test } from "vitest";
import { writeComment } from "../src/comment.ts";
import { denoApps } from "../src/deno-apps.ts";
import { neonBranches } from "../src/neon-branches.ts";
import { closePreview, openPreview, type PreviewParts } from "../src/preview.ts";
import { readSettings } from "../src/read-settings.ts";
import { reapPreviews } from "../src/reap.ts";
import { removeStoredFiles } from "../src/stored-files.ts";
import { startVendors } from "./vendor-double.ts";

let vendors: Awaited<ReturnType<typeof startVendors>>;
beforeEach(async () => {
  vendors = await startVendors();
});
afterEach(() => vendors.close());

const QUICK = { everyMs: 1, limitMs: 5000 };

function makeParts(pullRequest = 12): PreviewParts & { migrated: string[]; lines: string[] } {
  const settings = readSettings({
    PULL_REQUEST: String(pullRequest),
    NEON_API_KEY: "key-neon",
    NEON_PROJECT_ID: "project-1",
    NEON_APP_PASSWORD: "p@ss/word",
    NEON_API_URL: `${vendors.url}/neon`,
    QSTASH_TOKEN: "key-qstash",
    QSTASH_URL: vendors.url,
    SUPABASE_URL: vendors.url,
    SUPABASE_SECRET_KEY: "key-supabase",
    SUPABASE_PUBLISHABLE_KEY: "key-public",
    DENO_DEPLOY_TOKEN: "key-deno",
    DENO_DEPLOY_API_URL: `${vendors.url}/deno`,
    DENO_DEPLOY_DOMAIN: "our-team.deno.net",
  });
  const migrated: string[] = [];
  const lines: string[] = [];
  return {
    settings,
    migrated,
    lines,
    branches: neonBranches(
      { name: "Neon", baseUrl: settings.NEON_API_URL, token: settings.NEON_API_KEY, retryMs: 1 },
      settings.NEON_PROJECT_ID,
      QUICK,
    ),
    apps: denoApps(
      { name: "Deno Deploy", baseUrl: settings.DENO_DEPLOY_API_URL, token: settings.DENO_DEPLOY_TOKEN, retryMs: 1 },
      QUICK,
    ),
    qstash: { token: settings.QSTASH_TOKEN, baseUrl: settings.QSTASH_URL },
    migrate: async (ownerUrl) => void migrated.push(ownerUrl),
    bundleApi: async () => ({ "main.js": { encoding: "utf-8", content: "export default {}" } }),
    buildSites: async (config) => ({ "cm/site-config.json": { encoding: "utf-8", content: JSON.stringify(config) } }),
    removeStoredFiles: (prefix) =>
      removeStoredFiles({ url: vendors.url, secretKey: settings.SUPABASE_SECRET_KEY, bucket: "evidence" }, prefix),
    smokeTest: async () => {},
    makeSigningKey: async () => `signing-key-${pullRequest}`,
    apiSettings: { GEMINI_API_KEY: "key-gemini" },
    report: (line) => void lines.push(line),
  };
}

test("opening makes a migrated branch, both apps and the schedule, and the API's address leads to this branch", async () => {
  const parts = makeParts();
  const urls = await openPreview(parts);
  expect(urls).toEqual({
    apiUrl: "https://assay-pr-12-api.our-team.deno.net",
    siteUrl: "https://assay-pr-12-site.our-team.deno.net",
  });
  expect(parts.migrated).toEqual(["postgresql://assay_owner:secret@ep-cool-1.eu.neon.tech/assay"]);
  const api = vendors.state.apps.get("assay-pr-12-api")!.deployments[0]!;
  const env = Object.fromEntries(api.env_vars.map(({ key, value }) => [key, value]));
  expect(env).toMatchObject({
    DATABASE_URL: "postgresql://assay_app:p%40ss%2Fword@ep-cool-1-pooler.eu.neon.tech/assay",
    SUPABASE_PATH_PREFIX: "pr-12",
    API_URL: urls.apiUrl,
    CORS_ORIGINS: urls.siteUrl,
    GEMINI_API_KEY: "key-gemini",
    CHECKPOINT_SIGNING_KEY: "signing-key-12",
  });
  expect(api.env_vars.every(({ secret }) => secret)).toBe(true);
  expect(api.config.runtime).toEqual({ type: "dynamic", entrypoint: "main.js" });
  const site = vendors.state.apps.get("assay-pr-12-site")!.deployments[0]!;
  expect(JSON.parse(site.assets["cm/site-config.json"]!.content)).toEqual({
    apiUrl: urls.apiUrl,
    authUrl: vendors.url,
    publishableKey: "key-public",
    sites: { portal: "/cm/", admin: "/admin/" },
  });
  expect(vendors.state.schedules.get("assay-pr-12-sweep")!.destination).toContain("/callbacks/sweep");
  expect(vendors.state.unauthorized).toEqual([]);
});

test("opening again keeps the branch and its data and deploys again", async () => {
  await openPreview(makeParts());
  await openPreview(makeParts());
  expect(vendors.state.calls.filter((call) => call === "POST /neon/projects/project-1/branches")).toHaveLength(1);
  expect(vendors.state.apps.get("assay-pr-12-api")!.deployments).toHaveLength(2);
  expect(vendors.state.schedules.size).toBe(1);
});

test("closing removes all that belongs to the pull request and nothing of another one", async () => {
  await openPreview(makeParts(12));
  await openPreview(makeParts(120));
  for (let at = 0; at < 2300; at += 1) vendors.state.objects.add(`pr-12/tenant/${at}`);
  vendors.state.objects.add("pr-12/top").add("pr-120/tenant/1").add("production/tenant/1");
  await closePreview(makeParts(12));
  expect([...vendors.state.branches.values()].map(({ name }) => name)).toEqual(["pr-120"]);
  expect([...vendors.state.apps.keys()]).toEqual(["assay-pr-120-api", "assay-pr-120-site"]);
  expect([...vendors.state.schedules.keys()]).toEqual(["assay-pr-120-sweep"]);
  expect([...vendors.state.objects]).toEqual(["pr-120/tenant/1", "production/tenant/1"]);
  await closePreview(makeParts(12));
});

test("closing continues past a vendor that is down and says what is left", async () => {
  await openPreview(makeParts());
  vendors.state.faults.push({ match: /DELETE \/v2\/schedules/, status: 500 });
  await expect(closePreview(makeParts())).rejects.toThrow(/run it again:\n {2}sweep:/);
  expect(vendors.state.branches.size).toBe(0);
  await closePreview(makeParts());
  expect(vendors.state.schedules.size).toBe(0);
});

const reapParts = (repository = "us/assay") => ({
  ...makeParts(1),
  github: { name: "GitHub", baseUrl: vendors.url, token: "key-github", repository, retryMs: 1 },
  qstashVendor: { name: "QStash", baseUrl: vendors.url, token: "key-qstash", retryMs: 1 },
});

test("the nightly look removes what closed pull requests left, and nothing of an open one or of anybody else", async () => {
  for (const number of [12, 13, 14]) await openPreview(makeParts(number));
  vendors.state.branches.set("br-main", { id: "br-main", name: "main" });
  vendors.state.branches.set("br-other", { id: "br-other", name: "pr-12-notes" });
  // Of 13 the branch has expired, of 15 only files are left.
  vendors.state.branches.delete("br-pr-13");
  vendors.state.objects.add("pr-15/tenant/1").add("pr-14/tenant/1");
  vendors.state.pulls.push({ number: 15, state: "closed" });
  for (let number = 1000; number < 1150; number++) vendors.state.pulls.push({ number, state: "open" });
  vendors.state.pulls.push({ number: 14, state: "open" });
  expect(await reapPreviews(reapParts())).toEqual([12, 13, 15]);
  expect([...vendors.state.branches.values()].map(({ name }) => name)).toEqual(["pr-14", "main", "pr-12-notes"]);
  expect([...vendors.state.apps.keys()]).toEqual(["assay-pr-14-api", "assay-pr-14-site"]);
  expect([...vendors.state.schedules.keys()]).toEqual(["assay-pr-14-sweep"]);
  expect([...vendors.state.objects]).toEqual(["pr-14/tenant/1"]);
});

test("the nightly look removes nothing where it cannot tell which pull requests are open", async () => {
  await openPreview(makeParts(12));
  await expect(reapPreviews(reapParts("us/unknown"))).rejects.toThrow("check GITHUB_REPOSITORY and GITHUB_TOKEN");
  vendors.state.faults.push({ match: /GET \/repos/, status: 403 });
  await expect(reapPreviews(reapParts())).rejects.toThrow("it replied with status 403");
  expect(vendors.state.branches.size).toBe(1);
});

test("a busy vendor is asked again, a refusal is not, and no message holds a key", async () => {
  vendors.state.faults.push({ match: /branches$/, status: 423 }, { match: /POST \/deno\/apps$/, status: 503 });
  await openPreview(makeParts());
  vendors.state.faults.push({ match: /GET .*branches$/, status: 401 });
  const refused = await openPreview(makeParts()).catch((error: Error) => error.message);
  expect(refused).toMatch(/Cannot GET .*branches.* of Neon: it replied with status 401/);
  expect(refused).not.toMatch(/key-/);
});

test("a build that fails fails the preview with the vendor's reason", async () => {
  vendors.state.revisionStatus = "failed";
  await expect(openPreview(makeParts())).rejects.toThrow("Cannot deploy 'assay-pr-12-api': Module not found");
});

test("the comment is written once and then replaced", async () => {
  const github = { apiUrl: vendors.url, token: "key-github", repository: "us/assay", retryMs: 1 };
  const urls = { apiUrl: "https://api.example", siteUrl: "https://site.example" };
  await writeComment(github, 12, { ...urls, commit: "a".repeat(40) });
  await writeComment(github, 12, { ...urls, commit: "b".repeat(40) });
  expect(vendors.state.comments).toHaveLength(1);
  expect(vendors.state.comments[0]!.body).toContain(
    "Preview of bbbbbbbbbbbb: [portal](https://site.example/cm/), [console](https://site.example/admin/)",
  );
});

test("all missing settings are named at once, without values", () => {
  expect(() => readSettings({ NEON_API_KEY: "key-neon", SUPABASE_URL: "nonsense" })).toThrow(
    /PULL_REQUEST must be[\s\S]*NEON_PROJECT_ID is needed[\s\S]*SUPABASE_URL must be/,
  );
  expect(() => readSettings({ SUPABASE_URL: "nonsense" })).not.toThrow(/nonsense/);
});
