import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { type Card, MODEL_FILES, type ModelFolder } from "./card.ts";
import { ModelFilesError } from "./model-files-error.ts";

/** Throws ModelFilesError for the first file that is not the one which the card names, by SHA-256. */
export async function checkFiles({ path, card }: ModelFolder<Pick<Card, "id" | "sha256">>): Promise<void> {
  for (const file of MODEL_FILES) {
    const found = await hashFile(join(path, file));
    if (found === card.sha256[file]) continue;
    throw new ModelFilesError(
      `Cannot use the model '${card.id}' because its file '${join(path, file)}' ${found === null ? "cannot be read" : "is not the one that its card names, by SHA-256"}: copy the model's folder again`,
    );
  }
}

async function hashFile(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const bytes of createReadStream(path)) hash.update(bytes);
    return hash.digest("hex");
  } catch {
    return null;
  }
}
