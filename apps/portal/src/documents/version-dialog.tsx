import type { Document } from "@assay/client";
import { FormDialog, own } from "@assay/site/form-dialog";
import { ChosenFiles } from "./chosen-files.tsx";
import { nameOf } from "./name-of.ts";
import { periodFields } from "./period-fields.ts";
import { uploads } from "./upload-store.ts";
// It comes along, so that it is there when the network is not.
import "./upload-tray.tsx";

interface VersionDialogProps {
  document: Document;
  /** What was dropped on it. */
  files: readonly File[];
  onClose: () => void;
}

/** Which file takes the place of a document, and from when and until when it holds. */
export default function VersionDialog({ document, files: given, onClose }: VersionDialogProps) {
  return (
    <FormDialog
      title="New version"
      description={
        <>
          Of <bdi className="break-words">{nameOf(document)}</bdi>. Later runs judge the new file instead once it is
          ready; earlier runs keep the old one.
        </>
      }
      fields={{
        files: own(given, ({ value, set }) => <ChosenFiles single files={value} onChange={set} />),
        ...periodFields(),
      }}
      act="Upload"
      disabled={({ files }) => files.length === 0}
      onSend={({ files, effectiveDate, expiresAt }) => {
        uploads().add(files, {
          versionOf: document.id,
          effectiveDate: effectiveDate || undefined,
          expiresAt: expiresAt || undefined,
        });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
