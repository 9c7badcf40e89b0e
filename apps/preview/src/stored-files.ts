import { createClient } from "@supabase/supabase-js";

const PAGE = 1000;

/** Removes every object below `prefix` in the bucket and answers how many there were. */
export async function removeStoredFiles(
  { url, secretKey, bucket }: { url: string; secretKey: string; bucket: string },
  prefix: string,
): Promise<number> {
  const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };
  const files = createClient(url, secretKey, options).storage.from(bucket);
  let removed = 0;

  async function empty(folder: string): Promise<void> {
    for (;;) {
      const { data, error } = await files.list(folder, { limit: PAGE });
      if (error) throw new Error(`Cannot list '${folder}' of the bucket '${bucket}': ${error.message}`);
      const isFolder = (entry: { id: string | null }) => entry.id === null;
      for (const entry of data.filter(isFolder)) await empty(`${folder}/${entry.name}`);
      const paths = data.filter((entry) => !isFolder(entry)).map(({ name }) => `${folder}/${name}`);
      if (paths.length > 0) {
        const gone = await files.remove(paths);
        if (gone.error) throw new Error(`Cannot remove files of '${folder}': ${gone.error.message}`);
        removed += paths.length;
      }
      if (data.length < PAGE) return;
    }
  }

  await empty(prefix);
  return removed;
}
