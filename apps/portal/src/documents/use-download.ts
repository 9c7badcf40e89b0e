import type { Document } from "@assay/client";
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../app/save-file.ts";
import { assay } from "../session/assay.ts";

/** Saves the original under its name. */
export function useDownload({ id, originalFilename }: Pick<Document, "id" | "originalFilename">) {
  return useMutation({
    mutationFn: async () => saveFile(await (await assay()).documents.original(id), originalFilename),
  });
}
