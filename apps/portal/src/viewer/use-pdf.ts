import { useQuery } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { assay } from "../session/assay.ts";
import { openPdf } from "./open-pdf.ts";
import { readBlob } from "./read-blob.ts";

export type PdfState =
  | { readonly name: "loading"; readonly loadedBytes: number }
  | { readonly name: "failed"; readonly error: unknown; readonly retry: () => void }
  | { readonly name: "ready"; readonly pdf: PDFDocumentProxy };

/** A document's original, opened; it is closed when nobody shows it any more. */
export function usePdf(documentId: string): PdfState {
  const [loadedBytes, setLoadedBytes] = useState(0);
  const original = useQuery({
    queryKey: ["original", documentId],
    queryFn: async ({ signal }) =>
      readBlob(await (await assay()).documents.original(documentId, { signal }), setLoadedBytes),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const [opened, setOpened] = useState<{ pdf: PDFDocumentProxy } | { error: unknown } | null>(null);
  const blob = original.data;

  useEffect(() => {
    if (!blob) return;
    let closed = false;
    const opening = blob.arrayBuffer().then((data) => openPdf(data));
    opening
      .then((task) => task.promise)
      .then(
        (pdf) => !closed && setOpened({ pdf }),
        (error: unknown) => !closed && setOpened({ error }),
      );
    return () => {
      closed = true;
      setOpened(null);
      void opening.then((task) => task.destroy());
    };
  }, [blob]);

  const error = original.error ?? (opened && "error" in opened ? opened.error : null);
  if (error) return { name: "failed", error, retry: () => void original.refetch() };
  if (opened && "pdf" in opened) return { name: "ready", pdf: opened.pdf };
  return { name: "loading", loadedBytes };
}
