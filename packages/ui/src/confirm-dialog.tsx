import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./text-field.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, and what stays. */
  children: ReactNode;
  /** What has to be typed before the act: the name of what it concerns. */
  name: string;
  /** The act, such as "Remove member". */
  act: string;
  busy?: boolean;
  /** Why the act failed. */
  error?: string | null | undefined;
  onConfirm: () => void;
}

/** Asks for the name of what an act concerns, where the act cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return props.open ? <Asked {...props} /> : null;
}

function Asked({ onOpenChange, title, children, name, act, busy = false, error, onConfirm }: ConfirmDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const confirm = () => {
    const isRight = typed.trim() === name.trim();
    setWrong(!isRight);
    if (isRight && !busy) onConfirm();
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={title}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={id} look="danger" busy={busy}>
            {act}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <div className="flex flex-col gap-2">{children}</div>
        <TextField
          label={`Type “${name}” to confirm`}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          error={wrong ? `This is not “${name}”` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div role="alert" className="text-missing empty:hidden">
          {error}
        </div>
      </form>
    </Dialog>
  );
}
