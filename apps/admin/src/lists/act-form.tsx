import { messageOf } from "@assay/site/error-panel";
import { Button, Dialog } from "@assay/ui";
import { type ReactNode, type SubmitEvent, useId } from "react";

export interface ActFormProps {
  title: string;
  description?: ReactNode;
  /** What is sent, such as "Invite". */
  act: string;
  busy: boolean;
  error: Error | null;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with fields, what sends them, and why that failed. */
export function ActForm({ title, description, act, busy, error, onSubmit, onClose, children }: ActFormProps) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={busy}>
            {act}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <p role="alert" className="text-sm text-missing empty:hidden">
          {error && `Nothing has been changed. ${messageOf(error)}.`}
        </p>
      </form>
    </Dialog>
  );
}
