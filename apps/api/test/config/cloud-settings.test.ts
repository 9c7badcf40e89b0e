import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { afterEach, expect, test, vi } from "vitest";
import worker from "../../src/entry/worker.ts";

const SETTINGS = {
  DATABASE_URL: "postgres://assay_app:secret@ep-one-pooler.eu-central-1.aws.neon.tech/assay",
  API_URL: "https://assay.example.com",
  EXTRACTION_URL: "https://reader.example.com",
  QSTASH_TOKEN: "token",
  QSTASH_CURRENT_SIGNING_KEY: "sig_current",
  QSTASH_NEXT_SIGNING_KEY: "sig_next",
  SUPABASE_URL: "https://project.example.com",
  SUPABASE_SECRET_KEY: "sb_secret_key",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_key",
  CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
};

afterEach(() => vi.restoreAllMocks());

/** What a worker with these settings answers to a look at its life, and what its log says. */
async function ask(settings: Readonly<Record<string, unknown>>) {
  const said = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "log").mockReturnValue();
  const kept: Promise<unknown>[] = [];
  const request = new Request("https://assay.example.com/healthz");
  const response = await worker.fetch(request, settings, { waitUntil: (work) => void kept.push(work) });
  const body = await response.text();
  await Promise.all(kept);
  return { status: response.status, body, log: said.mock.calls.flat().join("\n") };
}

test.each([
  [
    "EXTRACTION_URL",
    { EXTRACTION_URL: undefined },
    "EXTRACTION_URL must be set because this runtime cannot start processes",
  ],
  [
    "a database over WebSocket",
    { DATABASE_URL: "postgres://a:b@db.example.com/assay" },
    "DATABASE_URL must name a database at neon.tech",
  ],
  ["files elsewhere", { SUPABASE_URL: undefined, SUPABASE_SECRET_KEY: undefined }, "SUPABASE_URL must be set"],
])("a worker that lacks %s answers 503, and its log says the fix", async (_, changed, fix) => {
  const { status, body, log } = await ask({ ...SETTINGS, ...changed });
  expect([status, JSON.parse(body)]).toMatchObject([503, { error: "SERVICE_UNAVAILABLE" }]);
  expect(log).toContain(fix);
  expect(`${body}${log}`).not.toContain("secret");
});

test("a worker with all of them is up, whatever else is bound to it", async () => {
  const { status, log } = await ask({ ...SETTINGS, A_BUCKET: { get: () => null } });
  expect([status, log]).toEqual([200, ""]);
});
