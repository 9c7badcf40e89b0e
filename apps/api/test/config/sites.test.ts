import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveSite } from "../../src/sites/serve-site.ts";

const INLINE = 'document.documentElement.dataset.theme = "dark";';
const STYLE = "astro-island{display:contents}";
const PAGE = `<!doctype html><head><script>${INLINE}</script><style>${STYLE}</style><script src="/cm/_astro/a.js"></script></head>`;
const SCRIPT = "export const answer = 42;";
const CONFIG = { apiUrl: "/", authUrl: "https://project.supabase.co/", publishableKey: "key" };

let dir: string;
let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-site-"));
  const built = join(dir, "dist");
  await mkdir(join(built, "_astro"), { recursive: true });
  await mkdir(join(built, "runs"));
  for (const page of ["index.html", "404.html", "runs/index.html"]) await writeFile(join(built, page), PAGE);
  await writeFile(join(built, "paths.json"), JSON.stringify(["/", "/runs", "/runs/:runId"]));
  await writeFile(join(built, "_astro/a.js"), SCRIPT);
  await writeFile(join(built, "_astro/a.js.br"), brotliCompressSync(SCRIPT));
  await writeFile(join(dir, "secret.txt"), "not part of the site");
  site = await serveSite({ base: "/cm", dir: built, config: CONFIG });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test.each(["/cm", "/cm/", "/cm/runs", "/cm/runs/"])(
  "%s is a page under the policy, asked for again each time",
  async (path) => {
    const answer = await site.request(path);
    expect([answer.status, await answer.text()]).toEqual([200, PAGE]);
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    const policy = answer.headers.get("Content-Security-Policy")!.split("; ");
    expect(policy).toContain(`script-src 'self' ${hash(INLINE)}`);
    expect(policy).toContain(`style-src 'self' ${hash(STYLE)}`);
    expect(policy).toContain("connect-src 'self' https://project.supabase.co");
    expect(policy).toContain("default-src 'none'");
  },
);

test("what is not there is the site's own page with 404, under the same policy", async () => {
  const answer = await site.request("/cm/none");
  expect([answer.status, await answer.text()]).toEqual([404, PAGE]);
  expect(answer.headers.get("Content-Security-Policy")).toContain("script-src");
});

test.each(["/cm/runs/42", "/cm/runs/a%2Fb", "/cm/runs/42/"])(
  "%s is an address with a part: the page, with 200",
  async (path) => {
    const answer = await site.request(path);
    expect([answer.status, await answer.text()]).toEqual([200, PAGE]);
    expect(answer.headers.get("Content-Security-Policy")).toContain("script-src");
  },
);

test.each(["/cm/runs/42/more", "/cm/other/42"])("%s is no address of the site", async (path) => {
  expect((await site.request(path)).status).toBe(404);
});

test("files with a hash in their name last, and come compressed where that is taken", async () => {
  const compressed = await site.request("/cm/_astro/a.js", { headers: { "Accept-Encoding": "gzip, br" } });
  expect(compressed.headers.get("Content-Encoding")).toBe("br");
  expect(compressed.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  expect(compressed.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(compressed.headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; connect-src 'self'; script-src 'self'",
  );
  expect(await (await site.request("/cm/_astro/a.js")).text()).toBe(SCRIPT);
});

test.each(["/cm/../secret.txt", "/cm/%2e%2e/secret.txt", "/cm/..%2fsecret.txt", "/cm/_astro/../../secret.txt"])(
  "%s does not lead out of the site's folder",
  async (path) => {
    const answer = await site.fetch(new Request(`http://localhost${path}`));
    expect(await answer.text()).not.toContain("not part of the site");
  },
);

test("the configuration says where the services are", async () => {
  expect(await (await site.request("/cm/site-config.json")).json()).toEqual(CONFIG);
});

test("a site that is not built says how to build it", async () => {
  const unbuilt = await serveSite({ base: "/cm", dir: join(dir, "none"), config: CONFIG });
  for (const path of ["/cm", "/cm/runs"]) {
    const answer = await unbuilt.request(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: "NOT_FOUND",
      message: expect.stringContaining("npm run build"),
    });
  }
});

test("a site that is not built hides no other page below its address", async () => {
  const unbuilt = await serveSite({ base: "/docs", dir: join(dir, "none") });
  const app = new Hono().route("/", unbuilt).get("/docs/errors", (c) => c.text("the errors"));
  expect(await (await app.request("/docs/errors")).text()).toBe("the errors");
  expect((await app.request("/docs/api")).status).toBe(404);
});

test("styles on elements are allowed by their hashes, and WebAssembly only where the site compiles it", async () => {
  const docs = join(dir, "docs");
  await mkdir(docs);
  for (const page of ["index.html", "404.html"]) await writeFile(join(docs, page), '<p style="--depth: 0;">');
  await writeFile(join(docs, "api.md"), "# HTTP API – ß");
  await writeFile(join(docs, "worker.js"), SCRIPT);
  const served = await serveSite({ base: "/docs", dir: docs, wasm: true });

  const policy = (await served.request("/docs")).headers.get("Content-Security-Policy")!.split("; ");
  expect(policy).toContain(`style-src-attr 'unsafe-hashes' ${hash("--depth: 0;")}`);
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect((await served.request("/docs/worker.js")).headers.get("Content-Security-Policy")).toContain(
    "script-src 'self' 'wasm-unsafe-eval'",
  );
  expect((await served.request("/docs/api.md")).headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
  expect((await site.request("/cm")).headers.get("Content-Security-Policy")).not.toMatch(/wasm|style-src-attr/);
  expect((await served.request("/docs/site-config.json")).status).toBe(404);
});
