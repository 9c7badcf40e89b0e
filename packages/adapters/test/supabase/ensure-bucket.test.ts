import { startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { expect, onTestFinished, test } from "vitest";
import { ensureBucket } from "../../src/supabase/index.ts";
import { failureOf } from "../stores/acts-of-stores.ts";
import { BUCKET } from "./serve-supabase.ts";

const LIMIT_BYTES = 100_000_000;

async function setUp(options: Parameters<typeof startSupabaseDouble>[0] = {}) {
  const supabase = await startSupabaseDouble(options);
  onTestFinished(() => supabase.close());
  const { url, secretKey } = supabase;
  return { supabase, ensure: () => ensureBucket({ url, secretKey, bucket: BUCKET, limitBytes: LIMIT_BYTES }) };
}

test("the bucket is made private with the limit, once", async () => {
  const { supabase, ensure } = await setUp();
  expect(await ensure()).toEqual({ created: true, mended: [] });
  expect(supabase.storage.bucket(BUCKET)).toEqual({ public: false, limitBytes: LIMIT_BYTES, types: null });
  expect(await ensure()).toEqual({ created: false, mended: [] });
  expect(supabase.requests.filter((request) => !request.startsWith("GET")).length).toBe(1);
});

test.each(["before-codes", "http-status"] as const)(
  "a server that words refusals as %s is understood",
  async (dialect) => {
    const { ensure } = await setUp({ dialect });
    expect((await ensure()).created).toBe(true);
  },
);

test("a bucket that was there is fixed, and what was wrong is said", async () => {
  const { supabase, ensure } = await setUp();
  supabase.storage.makeBucket(BUCKET, { public: true, limitBytes: 1000, types: ["image/png"] });
  expect(await ensure()).toEqual({
    created: false,
    mended: ["it was public", "its limit was 1000", "it accepted only certain file types"],
  });
  expect(supabase.storage.bucket(BUCKET)).toEqual({ public: false, limitBytes: LIMIT_BYTES, types: null });
});

test("two at once make one bucket", async () => {
  const { ensure } = await setUp();
  const outcomes = await Promise.all([ensure(), ensure()]);
  expect(outcomes.map(({ mended }) => mended)).toEqual([[], []]);
});

test.each([true, false])("a project that takes less says so and how to fix it (bucket there: %s)", async (there) => {
  const { supabase, ensure } = await setUp({ projectLimitBytes: 52_428_800 });
  if (there) supabase.storage.makeBucket(BUCKET);
  const failure = await failureOf(ensure());
  expect(failure).toMatchObject({ code: "FILE_TOO_LARGE", details: { limitBytes: LIMIT_BYTES } });
  expect(String(failure)).toContain("lower MAX_UPLOAD_BYTES");
});

test("an address that is not a project's makes nothing", async () => {
  const { supabase } = await setUp();
  const options = { secretKey: supabase.secretKey, bucket: BUCKET, limitBytes: 1 };
  const failure = await failureOf(ensureBucket({ ...options, url: `${supabase.url}/nowhere` }));
  expect(failure).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(supabase.requests.every((request) => request.startsWith("GET"))).toBe(true);
});
