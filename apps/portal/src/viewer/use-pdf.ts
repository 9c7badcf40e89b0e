import type { Document } from "@assay/client";
import { isOutage, isServiceUnreachable, onServiceChange, recordOutage } from "@assay/site/service-watch";
import { useQuery } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { openPdf } from "./open-pdf.ts";
import { RangedFile } from "./ranged-file.ts";
import { readRange } from "./read-range.ts";

/** Read at once; the rest of a larger file when a page needs it. */
const BEGINNING_BYTES = 2 ** 20;

export type PdfState =
  /** How much of what must come first is there, from 0 to 1. */
  | { readonly name: "loading"; readonly loaded: number }
  | { readonly name: "failed"; readonly error: unknown; readonly retry: () => void }
  | { readonly name: "ready"; readonly pdf: PDFDocumentProxy };

/** A document's original, opened; it is closed when nobody shows it any more. */
export function usePdf({ id: documentId, sizeBytes }: Pick<Document, "id" | "sizeBytes">): PdfState {
  const [loadedBytes, setLoadedBytes] = useState(0);
  const end = Math.min(sizeBytes, BEGINNING_BYTES);
  const original = useQuery({
    queryKey: ["original", documentId],
    queryFn: async ({ signal }) =>
      (await readRange(documentId, { start: 0, end }, { signal, onProgress: setLoadedBytes })).bytes,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const [opened, setOpened] = useState<{ pdf: PDFDocumentProxy } | { error: unknown } | null>(null);
  const beginning = original.data;

  useEffect(() => {
    if (!beginning) return;
    let closed = false;
    const onFailure = (error: unknown) => {
      recordOutage(error);
      if (!closed) setOpened({ error });
    };
    const opening = openPdf(
      beginning.length < sizeBytes
        ? new RangedFile({ documentId, sizeBytes, beginning, onFailure })
        : beginning.slice(),
    );
    opening.promise.then((pdf) => !closed && setOpened({ pdf }), onFailure);
    return () => {
      closed = true;
      setOpened(null);
      void opening.destroy();
    };
  }, [beginning, documentId, sizeBytes]);

  const { refetch } = original;
  const isCutOff = opened !== null && "error" in opened && isOutage(opened.error);
  useEffect(() => {
    if (isCutOff) return onServiceChange(() => void (!isServiceUnreachable() && refetch()));
  }, [isCutOff, refetch]);

  const error = original.error ?? (opened && "error" in opened ? opened.error : null);
  if (error) return { name: "failed", error, retry: () => void refetch() };
  if (opened && "pdf" in opened) return { name: "ready", pdf: opened.pdf };
  return { name: "loading", loaded: Math.min(1, loadedBytes / end) };
}
