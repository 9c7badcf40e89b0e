import { type SupabaseDoubleOptions, startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { onTestFinished } from "vitest";
import { createSupabaseFileStore } from "../../src/supabase/index.ts";

export const BUCKET = "evidence";

/** A project with a private bucket, and the file store on it. */
export async function serveSupabase({
  idleTimeoutMs,
  ...options
}: SupabaseDoubleOptions & { idleTimeoutMs?: number } = {}) {
  const supabase = await startSupabaseDouble(options);
  onTestFinished(() => supabase.close());
  supabase.storage.makeBucket(BUCKET);
  const project = { url: supabase.url, secretKey: supabase.secretKey };
  const store = createSupabaseFileStore({ ...project, bucket: BUCKET, ...(idleTimeoutMs && { idleTimeoutMs }) });
  const names = () => supabase.storage.list(BUCKET).map(({ name }) => name);
  return { supabase, project, store, names };
}
