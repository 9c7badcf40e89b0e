import { DOCUMENT_FORMATS } from "@assay/contract/formats";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, own, text } from "@assay/site/form-dialog";
import { ChosenFiles } from "./chosen-files.tsx";
import { periodFields } from "./period-fields.ts";
import { uploads } from "./upload-store.ts";
// It comes along, so that it is there when the network is not.
import "./upload-tray.tsx";

const READ = DOCUMENT_FORMATS.map(({ label }) => label).join(", ");

export interface UploadDialogProps {
  /** What was dropped or chosen before it opened. */
  files: readonly File[];
  /** Offered for the category. */
  categories: readonly string[];
  onClose: () => void;
}

/** Which files to send, and what is said of all of them. */
export default function UploadDialog({ files: given, categories, onClose }: UploadDialogProps) {
  return (
    <FormDialog
      title="Upload evidence"
      description={`${READ}, or ZIPs of these.`}
      fields={{
        files: own(given, ({ value, set }) => <ChosenFiles files={value} onChange={set} />),
        category: text("Category", {
          length: TEXT_LIMITS.documentCategory,
          offered: categories,
          hint: "Optional, for all of these files: such as Policies or Records",
        }),
        ...periodFields(),
      }}
      act={({ files }) => (files.length > 1 ? `Upload ${files.length} files` : "Upload")}
      disabled={({ files }) => files.length === 0}
      onSend={({ files, category, effectiveDate, expiresAt }) => {
        uploads().add(files, {
          category: category || undefined,
          effectiveDate: effectiveDate || undefined,
          expiresAt: expiresAt || undefined,
        });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
