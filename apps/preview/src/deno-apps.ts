import { z } from "zod";
import { callVendor, type Vendor, waitFor } from "./call-vendor.ts";

const app = z.object({ id: z.string(), slug: z.string() });
const revision = z.object({ id: z.string(), status: z.string(), failure_reason: z.string().nullish() });

/** A file of a deployment by its path. */
export type Files = Readonly<Record<string, { encoding: "utf-8" | "base64"; content: string }>>;

interface Deployment {
  readonly files: Files;
  readonly runtime: { type: "dynamic"; entrypoint: string } | { type: "static" };
  /** Kept as secrets. */
  readonly env: Readonly<Record<string, string>>;
}

export interface DenoApps {
  /** Deploys to the app of that name, made when it is not there; answers when the revision serves. */
  deploy(slug: string, deployment: Deployment): Promise<void>;
  /** Removing what is not there is fine. */
  remove(slug: string): Promise<void>;
}

/** Source: Deno Deploy's API v2 (apps, revisions). */
export function denoApps(vendor: Vendor, wait = { everyMs: 2000, limitMs: 600_000 }): DenoApps {
  return {
    async deploy(slug, { files, runtime, env }) {
      const path = `/apps/${encodeURIComponent(slug)}`;
      if (!(await callVendor(vendor, "GET", path, app))) await callVendor(vendor, "POST", "/apps", app, { slug });
      const queued = await callVendor(vendor, "POST", `${path}/deploy`, revision, {
        assets: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, { kind: "file", ...file }])),
        config: { runtime },
        env_vars: Object.entries(env).map(([key, value]) => ({ key, value, secret: true })),
        production: true,
      });
      if (!queued) throw new Error(`Cannot deploy to '${slug}' because the app has gone`);
      await waitFor(`the deployment of '${slug}'`, wait, async () => {
        const now = await callVendor(vendor, "GET", `/revisions/${queued.id}`, revision);
        if (now?.status === "failed" || now?.status === "skipped")
          throw new Error(`Cannot deploy '${slug}': ${now.failure_reason ?? `the revision was ${now.status}`}`);
        return now?.status === "succeeded" || undefined;
      });
    },

    async remove(slug) {
      await callVendor(vendor, "DELETE", `/apps/${encodeURIComponent(slug)}`, z.unknown());
    },
  };
}
