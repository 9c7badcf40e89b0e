import type { Document, TextEncoding } from "@assay/client";
import { ErrorPanel, messageOf } from "@assay/site/error-panel";
import { languageOf } from "@assay/site/language-of";
import { Button, classNames, Dialog, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readRange } from "../../viewer/read-range.ts";
import { useReprocess } from "../use-reprocess.ts";
import { ENCODINGS, previewsOf } from "./encodings.ts";

/** Enough to meet a letter that encodings differ in. */
const READ_BYTES = 2 ** 18;

/** Shows how the file's first lines look in each encoding that its bytes may be in, and reads it again in the chosen one. */
export default function EncodingDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { id, sizeBytes, encoding } = document;
  const [picked, setPicked] = useState<TextEncoding>();
  const chosen = picked ?? ENCODINGS.find(({ name }) => name === encoding?.name)?.name;
  const reprocess = useReprocess(id);
  const beginning = useQuery({
    queryKey: ["beginning", id],
    queryFn: async ({ signal }) =>
      (await readRange(id, { start: 0, end: Math.min(sizeBytes, READ_BYTES) }, { signal })).bytes,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const previews = beginning.data ? previewsOf(beginning.data, encoding?.name) : [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="In which encoding is this file?"
      description="Choose the one in which its first lines look right. The document is then read again."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={reprocess.isPending}
            disabled={chosen === undefined}
            onClick={() => reprocess.mutate({ encoding: chosen! }, { onSuccess: onClose })}
          >
            Read again
          </Button>
        </>
      }
    >
      {beginning.isPending && <SkeletonList label="Loading the first lines" rows={6} />}
      {beginning.error && (
        <ErrorPanel title="The file cannot be shown" error={beginning.error} onRetry={() => void beginning.refetch()} />
      )}
      <fieldset className="flex max-h-[50vh] flex-col gap-1.5 overflow-auto p-0.5">
        <legend className="sr-only">Encoding</legend>
        {previews.map(({ name, label, preview }) => (
          <label
            key={name}
            className={classNames(
              "flex items-start gap-2.5 rounded-lg border px-3 py-2 text-sm",
              chosen === name ? "border-accent bg-accent-soft" : "border-line",
            )}
          >
            <input
              type="radio"
              name="encoding"
              checked={chosen === name}
              onChange={() => setPicked(name)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1">
              <span className="text-xs text-muted">{label}</span>
              <span
                dir="auto"
                lang={languageOf(preview)}
                className="line-clamp-3 block break-words whitespace-pre-line"
              >
                {preview}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <p role="alert" className="mt-3 text-sm text-missing empty:hidden">
        {reprocess.error && `It is not read again. ${messageOf(reprocess.error)}`}
      </p>
    </Dialog>
  );
}
