import { messageOf } from "@assay/site/error-panel";
import { Button, Dialog } from "@assay/ui";
import type { ReactNode } from "react";

export interface RedactDialogProps {
  title: string;
  busy: boolean;
  error: Error | null;
  onRedact: () => void;
  onClose: () => void;
  /** What is taken away. */
  children: ReactNode;
}

/** Asks before what somebody wrote is taken away for good. */
export function RedactDialog({ title, busy, error, onRedact, onClose, children }: RedactDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={busy} onClick={onRedact}>
            Redact
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          The text is deleted for everybody and cannot be brought back. Who wrote it and when stays, and the SHA-256 of
          the text stays in the audit log.
        </p>
        <div className="max-h-40 overflow-y-auto rounded-lg border border-line bg-sunken p-3">{children}</div>
        <div role="alert" className="text-missing empty:hidden">
          {error && messageOf(error)}
        </div>
      </div>
    </Dialog>
  );
}
