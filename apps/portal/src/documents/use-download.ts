import type { Document } from "@assay/client";
import { assay } from "@assay/site/assay";
import { saveFile } from "@assay/site/save-file";
import { useMutation } from "@tanstack/react-query";

/** Saves the original under its name. */
export function useDownload({ id, originalFilename }: Pick<Document, "id" | "originalFilename">) {
  return useMutation({
    mutationFn: async () => saveFile(await (await assay()).documents.original(id), originalFilename),
  });
}
