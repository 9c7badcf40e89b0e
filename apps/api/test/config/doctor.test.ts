import { putSweepSchedule } from "@assay/adapters/qstash";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { type QstashDouble, startQstash } from "@assay/testing/doubles/qstash/start-qstash";
import { startS3Double } from "@assay/testing/doubles/s3/start-s3";
import { type SupabaseDouble, startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startGeminiDouble } from "../../../../packages/adapters/test/gemini/gemini-double.ts";
import { readConfig } from "../../src/config.ts";
import { checkVendors } from "../../src/doctor/check-vendors.ts";
import { sweepSchedule } from "../../src/parts/sweep-schedule.ts";
import { type CompletionRequest, type CompletionServer, startCompletionServer } from "../support/completion-server.ts";

let qstash: QstashDouble;
let supabase: SupabaseDouble;
let healthy: Record<string, string>;

beforeAll(async () => {
  [qstash, supabase] = await Promise.all([startQstash(), startSupabaseDouble()]);
  supabase.storage.makeBucket("evidence");
  const key = keysToText(await makeSigningKeys());
  healthy = {
    API_URL: "https://api.example.com",
    QSTASH_URL: qstash.url,
    QSTASH_TOKEN: qstash.token,
    QSTASH_CURRENT_SIGNING_KEY: qstash.keys.current,
    QSTASH_NEXT_SIGNING_KEY: qstash.keys.next,
    CHECKPOINT_SIGNING_KEY: key,
    SUPABASE_URL: supabase.url,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
  };
  // The vendor's client describes failures there too.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
beforeEach(async () => {
  const { account, schedule } = sweepSchedule(readConfig(healthy));
  await putSweepSchedule(account, schedule);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all([qstash?.close(), supabase?.close()]);
});

async function wrong(changes: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const findings = await checkVendors(readConfig({ ...healthy, ...changes }));
  return findings.filter(({ ok }) => !ok).map(({ text }) => text);
}

test("finds nothing wrong with vendors that answer as they should, and with none", async () => {
  expect(await wrong()).toEqual([]);
  expect((await checkVendors(readConfig({}))).map(({ ok }) => ok)).toEqual([true, true, true]);
});

test.each(["generative-ai", "genai"])("asks Gemini by @google/%s, and says so", async (client) => {
  const google = await startGeminiDouble();
  onTestFinished(() => google.stop());
  const settings = { ...healthy, GEMINI_API_KEY: "AIza", GEMINI_BASE_URL: google.url, GEMINI_CLIENT: client };
  const findings = await checkVendors(readConfig(settings));
  expect(findings).toContainEqual({
    ok: true,
    text: `Models: gemini-3.8-flash assesses, gemini-embedding-001 embeds, both by @google/${client}`,
  });
  expect(google.requests.map(({ headers }) => headers["x-goog-api-client"])).toEqual([
    expect.stringContaining(client === "genai" ? "google-genai-sdk" : "genai-js"),
    expect.stringContaining(client === "genai" ? "google-genai-sdk" : "genai-js"),
  ]);
});

test("looks into the place of the files: a bucket of S3, a folder that is mounted", async () => {
  const s3 = await startS3Double();
  onTestFinished(() => s3.close());
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3;
  const settings = {
    ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  };
  expect(await wrong(settings)).toEqual([]);
  expect(await wrong({ ...settings, S3_SECRET_ACCESS_KEY: "wrong" })).toEqual([
    expect.stringContaining("S3_SECRET_ACCESS_KEY"),
  ]);
  expect(await wrong({ FILES_DIR: "/nowhere/mounted" })).toEqual([expect.stringMatching(/missing.*check FILES_DIR/)]);
});

describe("finds out with small requests what the model's server takes,", () => {
  const open: CompletionServer[] = [];
  afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

  async function abilitiesOf(takes?: (request: CompletionRequest) => boolean, more = {}) {
    const server = await startCompletionServer(takes);
    open.push(server);
    const model = { OPENAI_COMPATIBLE_BASE_URL: server.url, OPENAI_COMPATIBLE_MODEL: "strict-1" };
    const findings = await checkVendors(readConfig({ ...model, ...more }));
    return findings.filter(({ text }) => text.startsWith("The server of strict-1 takes"));
  }
  const found = (text: string) => [{ ok: true, text: `The server of strict-1 takes ${text}` }];

  test("and says all of it", async () => {
    expect(await abilitiesOf()).toEqual(found("a JSON schema, max_tokens and a temperature"));
  });

  test("also where that is the least", async () => {
    const least = ({ response_format, max_tokens, temperature }: CompletionRequest) =>
      response_format?.type !== "json_schema" && max_tokens === undefined && temperature === undefined;
    expect(await abilitiesOf(least)).toEqual(found("plain JSON mode, max_completion_tokens and no temperature"));
  });

  test("also where the database that would keep it does not answer", async () => {
    const config = { ...healthy, DATABASE_URL: "postgres://postgres@127.0.0.1:9/none" };
    expect(await abilitiesOf(undefined, config)).toEqual(found("a JSON schema, max_tokens and a temperature"));
  });

  test("and leaves it to the other checks to name a server that takes nothing", async () => {
    expect(await abilitiesOf(() => false)).toEqual([]);
  });
});

describe("names what fixes", () => {
  test("a token that QStash refuses", async () => {
    expect(await wrong({ QSTASH_TOKEN: "other" })).toEqual([expect.stringContaining("set QSTASH_TOKEN")]);
  });

  test("a QStash that does not answer", async () => {
    expect(await wrong({ QSTASH_URL: "http://127.0.0.1:9" })).toEqual([expect.stringContaining("check QSTASH_URL")]);
  });

  test("a schedule that nobody made, or that calls another address", async () => {
    expect(await wrong({ API_URL: "https://other.example.com" })).toEqual([
      "No schedule calls the sweep: run `npm run schedule:create`",
    ]);
    const { account, schedule } = sweepSchedule(readConfig(healthy));
    await putSweepSchedule(account, { ...schedule, url: "https://old.example.com/callbacks/sweep" });
    expect(await wrong()).toEqual(["The sweep's schedule calls another address: run `npm run schedule:create`"]);
  });

  test("other signing keys", async () => {
    expect(await wrong({ QSTASH_CURRENT_SIGNING_KEY: "other" })).toEqual([
      expect.stringContaining("callbacks are refused"),
    ]);
  });

  test("a bucket that is not there, and one that is public", async () => {
    supabase.storage.makeBucket("open", { public: true });
    expect(await wrong({ SUPABASE_BUCKET: "missing" })).toEqual([expect.stringContaining("npm run bucket:create")]);
    expect(await wrong({ SUPABASE_BUCKET: "open" })).toEqual([expect.stringContaining("npm run bucket:create")]);
  });

  test("a model server that does not answer", async () => {
    const local = { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_COMPATIBLE_MODEL: "llama" };
    expect(await wrong(local)).toHaveLength(1);
  });

  test("keys that were rolled, while callbacks still hold", async () => {
    qstash.rollKeys();
    expect(await wrong()).toEqual([expect.stringContaining("callbacks work only until they are rolled again")]);
  });
});
