import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "@assay/contract";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { errorReply } from "../middleware/errors.ts";
import type { ApiEnv } from "../variables.ts";
import { contentPolicy, workerPolicy } from "./content-policy.ts";

export interface Site {
  /** The path that the site is at, such as `/cm`. */
  readonly base: string;
  /** The folder that its build made. */
  readonly dir: string;
  /** What its pages read from `site-config.json`; addresses may be relative to the site's origin. */
  readonly config?: SiteConfig;
  /** Its pages compile WebAssembly. */
  readonly wasm?: boolean;
}

export interface SiteConfig {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly publishableKey: string;
  /** Where the sites stand, for the way from one to the other; omitted where a site is alone. */
  readonly sites?: { readonly portal: string; readonly admin: string };
}

const YEAR_SECONDS = 31_536_000;

/** The routes of a built static site: its files, compressed where the build left a copy, under a strict policy. */
export async function serveSite({ base, dir, config, wasm = false }: Site): Promise<Hono<ApiEnv>> {
  const app = new Hono<ApiEnv>();
  const notFoundPage = await readFile(join(dir, "404.html"), "utf8").catch(() => null);
  if (notFoundPage === null)
    return app.get(`${base}/*`, async (c, next) => {
      await next();
      if (c.res.status === 404)
        c.res = errorReply(
          c,
          new AssayError("NOT_FOUND", `Cannot serve ${base} because it is not built: run \`npm run build\``),
        );
    });

  const index = await readFile(join(dir, "index.html"), "utf8");
  const paths = await readPaths(dir);
  const needs = { addresses: config ? [config.apiUrl, config.authUrl] : [], wasm };
  const policy = await contentPolicy(dir, needs);
  if (config) app.get(`${base}/site-config.json`, (c) => c.json(config));
  return app.get(
    `${base}/*`,
    async (c, next) => {
      await next();
      const lasting = c.res.ok && c.req.path.startsWith(`${base}/_astro/`);
      c.header("Cache-Control", lasting ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
      const type = c.res.headers.get("Content-Type") ?? "";
      if (type.startsWith("text/javascript")) c.header("Content-Security-Policy", workerPolicy(needs));
      if (c.res.ok && c.req.path.endsWith(".md")) c.header("Content-Type", "text/markdown; charset=utf-8");
      if (!type.startsWith("text/html")) return;
      c.header("Content-Security-Policy", policy);
      c.header("Cross-Origin-Opener-Policy", "same-origin");
    },
    serveStatic({
      root: dir,
      precompressed: true,
      rewriteRequestPath: (path) => path.slice(base.length) || "/",
    }),
    (c) => (paths.some((path) => path.test(c.req.path.slice(base.length))) ? c.html(index) : c.html(notFoundPage, 404)),
  );
}

/** The addresses with parts, such as `/runs/:runId`, which a site that has some names in `paths.json`. */
async function readPaths(dir: string): Promise<RegExp[]> {
  const text = await readFile(join(dir, "paths.json"), "utf8").catch(() => "[]");
  return (JSON.parse(text) as string[])
    .filter((path) => path.includes(":"))
    .map((path) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, "[^/]+")}/?$`));
}
