import { FormDialog, type FormDialogProps } from "@assay/site/form-dialog";
import type { ReactNode } from "react";

export interface RedactDialogProps extends Pick<FormDialogProps<never>, "title" | "by" | "onClose"> {
  onRedact: () => void;
  /** What is taken away. */
  children: ReactNode;
}

/** Asks before what somebody wrote is taken away permanently. */
export function RedactDialog({ onRedact, children, ...rest }: RedactDialogProps) {
  return (
    <FormDialog {...rest} act="Redact" look="danger" onSend={onRedact}>
      <p>
        The text is deleted for everybody and cannot be brought back. Who wrote it and when stays, and the SHA-256 of
        the text stays in the audit log.
      </p>
      <div className="max-h-40 overflow-y-auto rounded-lg border border-line bg-sunken p-3">{children}</div>
    </FormDialog>
  );
}
