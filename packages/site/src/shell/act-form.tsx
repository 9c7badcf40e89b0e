import { Button, Dialog } from "@assay/ui";
import { type ReactNode, type SubmitEvent, useId } from "react";
import { messageOf } from "./error-panel.tsx";

export interface ActFormProps {
  title: string;
  description?: ReactNode;
  /** What is sent, such as "Invite". */
  act: string;
  look?: "primary" | "danger";
  busy: boolean;
  error: Error | null;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog with fields, what sends them, and why that failed. */
export function ActForm(props: ActFormProps) {
  const { title, description, act, look = "primary", busy, error, onSubmit, onClose, children } = props;
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
          <Button type="submit" form={id} look={look} busy={busy}>
            {act}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4 text-sm">
        {children}
        <p role="alert" className="text-missing empty:hidden">
          {error && `Nothing has been changed. ${messageOf(error)}.`}
        </p>
      </form>
    </Dialog>
  );
}
