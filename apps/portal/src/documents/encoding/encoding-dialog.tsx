import type { Document, TextEncoding } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { FormDialog, own } from "@assay/site/form-dialog";
import { SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { readRange } from "../../viewer/read-range.ts";
import { useReprocess } from "../use-reprocess.ts";
import { EncodingChoice } from "./encoding-choice.tsx";
import { ENCODINGS, previewsOf } from "./encodings.ts";

/** Enough to meet a letter that encodings differ in. */
const READ_BYTES = 2 ** 18;

/** Shows how the file's first lines look in each encoding that its bytes may be in, and reads it again in the chosen one. */
export default function EncodingDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { id, sizeBytes, encoding } = document;
  const reprocess = useReprocess(id);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ["beginning", id],
    queryFn: async ({ signal }) =>
      (await readRange(id, { start: 0, end: Math.min(sizeBytes, READ_BYTES) }, { signal })).bytes,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const previews = data ? previewsOf(data, encoding?.name) : [];
  return (
    <FormDialog
      title="In which encoding is this file?"
      description="Choose the one in which its first lines look right. The document is then read again."
      fields={{
        encoding: own<TextEncoding | undefined>(
          ENCODINGS.find(({ name }) => name === encoding?.name)?.name,
          ({ value, set }) => <EncodingChoice previews={previews} chosen={value} onChoose={set} />,
        ),
      }}
      act="Read again"
      disabled={(values) => values.encoding === undefined}
      by={reprocess}
      failed="It is not read again."
      onSend={(values) => reprocess.mutate({ encoding: values.encoding! }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isPending && <SkeletonList label="Loading the first lines" rows={6} />}
      {error && <ErrorPanel title="The file cannot be shown" error={error} onRetry={() => void refetch()} />}
    </FormDialog>
  );
}
