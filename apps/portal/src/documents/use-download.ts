import type { Document } from "@assay/client";
import { useMutation } from "@tanstack/react-query";
import { assay } from "../session/assay.ts";

/** Saves the original under its name. The token travels in a header, so a plain link cannot do it. */
export function useDownload({ id, originalFilename }: Pick<Document, "id" | "originalFilename">) {
  return useMutation({
    mutationFn: async () => {
      const response = await (await assay()).documents.original(id);
      const url = URL.createObjectURL(await response.blob());
      const link = Object.assign(document.createElement("a"), { href: url, download: originalFilename });
      link.click();
      URL.revokeObjectURL(url);
    },
  });
}
