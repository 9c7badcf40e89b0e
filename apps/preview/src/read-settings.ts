import { z } from "zod";

const address = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });
const needed = z.string({ error: "is needed" }).min(1, "is needed");

const schema = z.object({
  PULL_REQUEST: z.coerce
    .number({ error: "must be the number of the pull request" })
    .int("must be the number of the pull request")
    .positive("must be the number of the pull request"),
  NEON_API_KEY: needed,
  NEON_PROJECT_ID: needed,
  NEON_DATABASE: z.string().default("assay"),
  /** Owns the tables; made through Neon, which knows its password. */
  NEON_OWNER_ROLE: z.string().default("assay_owner"),
  /** The service's login role; made by SQL, so its password comes from here. */
  NEON_APP_ROLE: z.string().default("assay_app"),
  NEON_APP_PASSWORD: needed,
  NEON_API_URL: address.default("https://console.neon.tech/api/v2"),
  QSTASH_TOKEN: needed,
  QSTASH_URL: address.default("https://qstash.upstash.io"),
  SUPABASE_URL: address,
  SUPABASE_SECRET_KEY: needed,
  SUPABASE_PUBLISHABLE_KEY: needed,
  SUPABASE_BUCKET: z.string().default("evidence"),
  DENO_DEPLOY_TOKEN: needed,
  DENO_DEPLOY_API_URL: address.default("https://api.deno.com/v2"),
  /** Apps answer at `<app>.<this>`: the organisation's own domain. */
  DENO_DEPLOY_DOMAIN: needed.regex(/^[a-z0-9.-]+(:\d+)?$/, "must be a domain such as my-org.deno.net"),
  /** Handed to the deployed API under these names, as they are. */
  API_SETTINGS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(/[\s,]+/)
        .filter((name) => name !== "")
        .map((name) => name.trim()),
    ),
});

export type PreviewSettings = z.infer<typeof schema>;

/** Reads every setting at once. Throws one error that names all problems and shows no value. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): PreviewSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")} ${message}`);
  throw new Error(`Cannot open or close a preview with these settings:\n${lines.join("\n")}`);
}
