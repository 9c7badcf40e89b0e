import { join } from "node:path";
import { sealedSize } from "@assay/core/file-keys";
import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { expect, onTestFinished, test } from "vitest";
import { launchProcess, ROOT } from "../support/launch-process.ts";

/** Of the largest file. */
const LIMIT_BYTES = 5000;

async function setUp(options: Parameters<typeof startSupabaseDouble>[0] = {}) {
  const supabase = await startSupabaseDouble(options);
  onTestFinished(() => supabase.close());
  const env = {
    SUPABASE_URL: supabase.url,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    SUPABASE_BUCKET: "papers",
    MAX_UPLOAD_BYTES: "1000",
    ARCHIVE_BYTES_MAX: "5000",
  };
  async function createBucket(settings: Record<string, string> = env) {
    const command = launchProcess([process.execPath, join(ROOT, "apps/api/src/commands/create-bucket.ts")], settings);
    const { code } = await command.ended;
    return { code, ...command.output() };
  }
  return { supabase, env, createBucket };
}

test("the command makes the bucket and fixes a public one", async () => {
  const { supabase, createBucket } = await setUp();
  expect(await createBucket()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Created the private bucket"),
  });
  expect(supabase.storage.bucket("papers")).toEqual({ public: false, limitBytes: LIMIT_BYTES, types: null });
  supabase.storage.makeBucket("papers", { public: true, limitBytes: LIMIT_BYTES });
  expect(await createBucket()).toMatchObject({ code: 0, stdout: "Corrected the bucket 'papers': it was public\n" });
  expect(supabase.storage.bucket("papers")?.public).toBe(false);
});

test("where a key is configured, the bucket takes the largest file as it is stored", async () => {
  const { supabase, env, createBucket } = await setUp();
  await createBucket();
  const mended = await createBucket({ ...env, FILES_KEY: secretKeysToText(addSecretKey()) });
  expect(mended).toMatchObject({ code: 0, stdout: expect.stringContaining("Corrected the bucket") });
  expect(supabase.storage.bucket("papers")!.limitBytes).toBe(sealedSize(LIMIT_BYTES));
});

test("the command says what is missing, and what the project refuses", async () => {
  const { createBucket } = await setUp({ projectLimitBytes: 4000 });
  expect(await createBucket({})).toMatchObject({ code: 1, stderr: expect.stringContaining("SUPABASE_URL") });
  const refused = await createBucket();
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("ARCHIVE_BYTES_MAX") });
  expect(refused.stderr).not.toContain("sb_secret");
});
