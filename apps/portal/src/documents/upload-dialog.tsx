import { acceptOf, DOCUMENT_FORMATS, FORMATS } from "@assay/contract/formats";
import { FilePicker } from "@assay/site/file-picker";
import { formatBytes } from "@assay/site/format-bytes";
import { useFileDrop } from "@assay/site/use-file-drop";
import { Button, Dialog, IconButton, TextField } from "@assay/ui";
import { X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { uploads } from "./upload-store.ts";
// It comes along, so that it is there when the network is not.
import "./upload-tray.tsx";

const ACCEPT = acceptOf(FORMATS);
const READ = DOCUMENT_FORMATS.map(({ label }) => label).join(", ");
const CATEGORY_LENGTH_MAX = 100;

export interface UploadDialogProps {
  /** What was dropped or chosen before it opened. */
  files: readonly File[];
  /** Offered for the category. */
  categories: readonly string[];
  onClose: () => void;
}

/** Which files to send, and what is said of all of them. */
export default function UploadDialog({ files: given, categories, onClose }: UploadDialogProps) {
  const [files, setFiles] = useState(given);
  const [dateError, setDateError] = useState<string>();
  const add = (more: readonly File[]) => setFiles((before) => [...before, ...more]);
  const { isOver, target } = useFileDrop(add, true);
  const formId = useId();
  const listId = useId();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name)).trim() || undefined;
    const [effectiveDate, expiresAt] = [read("effectiveDate"), read("expiresAt")];
    if (effectiveDate && expiresAt && expiresAt < effectiveDate) {
      setDateError("Must not be before the effective date");
      return;
    }
    uploads().add(files, { category: read("category"), effectiveDate, expiresAt });
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Upload evidence"
      description={`${READ}, or ZIPs of these.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={files.length === 0}>
            {files.length > 1 ? `Upload ${files.length} files` : "Upload"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" {...target}>
        <FilePicker multiple accept={ACCEPT} onFiles={add} isOver={isOver} />
        {files.length > 0 && (
          <ChosenFiles
            files={files}
            onRemove={(file) => setFiles((before) => before.filter((each) => each !== file))}
          />
        )}
        <TextField
          label="Category"
          name="category"
          maxLength={CATEGORY_LENGTH_MAX}
          list={listId}
          hint="Optional, for all of these files: such as Policies or Records"
        />
        <datalist id={listId}>
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Effective from" name="effectiveDate" type="date" />
          <TextField
            label="Expires on"
            name="expiresAt"
            type="date"
            error={dateError}
            onChange={() => setDateError(undefined)}
          />
        </div>
      </form>
    </Dialog>
  );
}

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  return (
    <ul aria-label="Chosen files" className="max-h-48 overflow-auto rounded-lg border border-line">
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may be equal in all that names them
        <li key={index} className="flex items-center gap-2 border-b border-line px-3 py-0.5 text-sm last:border-0">
          <span className="min-w-0 flex-1 truncate" title={file.name}>
            <bdi>{file.name}</bdi>
          </span>
          <span className="text-xs text-muted tabular-nums">{formatBytes(file.size)}</span>
          <IconButton
            label={`Leave out ${file.name}`}
            icon={<X size={14} aria-hidden />}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}
