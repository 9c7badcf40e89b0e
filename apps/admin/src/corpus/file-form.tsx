import { acceptOf, WRITTEN_FORMATS } from "@assay/contract/formats";
import { messageOf } from "@assay/site/error-panel";
import { FilePicker } from "@assay/site/file-picker";
import { formatBytes } from "@assay/site/format-bytes";
import { navigate } from "@assay/site/location";
import { useFileDrop } from "@assay/site/use-file-drop";
import { Button, ProgressBar } from "@assay/ui";
import { type FormEvent, useState } from "react";
import { hrefTo } from "../app/tenant.ts";
import { useSettings } from "../app/use-settings.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import type { GuidanceForm } from "./guidance-form.ts";

const ACCEPT = acceptOf(WRITTEN_FORMATS);

/** A file that is uploaded. */
export function FileForm({ requirePack, onClose }: GuidanceForm) {
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const [sent, setSent] = useState(0);
  const { isOver, target } = useFileDrop(([first]) => setFile(first), true);
  const limit = useSettings(({ limits }) => limits.maxUploadBytes.value);
  const submit = useTenantAct(
    ({ admin }, given: { packId: string; file: File }) =>
      admin.corpus.ingestFile(given.file, {
        packId: given.packId,
        onProgress: ({ sentBytes, totalBytes }) => setSent(sentBytes / Math.max(1, totalBytes)),
      }),
    { onSuccess: ({ id }) => navigate(hrefTo(`/corpus/${id}`)) },
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    setWrong(file ? undefined : "Choose a file");
    const packId = requirePack();
    if (file && packId && !submit.isPending) submit.mutate({ packId, file });
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-3 pt-3" {...target}>
      <FilePicker accept={ACCEPT} isOver={isOver} onFiles={([first]) => setFile(first)} />
      <p className="text-xs text-muted">
        PDF, Word, Excel, PowerPoint, OpenDocument text, CSV, text, Markdown, HTML or e-mail
        {limit.data !== undefined && `, at most ${formatBytes(limit.data)}`}. No archives: submit their files one by
        one.
      </p>
      {file && (
        <p className="flex items-center gap-2 text-sm">
          <bdi className="min-w-0 truncate">{file.name}</bdi>
          <span className="shrink-0 text-xs text-muted tabular-nums">{formatBytes(file.size)}</span>
        </p>
      )}
      {submit.isPending && file && <ProgressBar label={`Sending ${file.name}`} value={sent} />}
      <div role="alert" className="text-sm text-missing empty:hidden">
        {wrong ?? (submit.error && messageOf(submit.error))}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={submit.isPending}>
          Upload the file
        </Button>
      </div>
    </form>
  );
}
