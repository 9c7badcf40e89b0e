import { messageOf } from "@assay/site/error-panel";
import { Button, Dialog, Notice, TextArea } from "@assay/ui";
import { useId, useState } from "react";

const STATEMENT_LENGTH_MAX = 2000;

export interface ActDialogProps {
  title: string;
  /** What the act means, and what follows from it. */
  description: string;
  /** What to know before it. */
  warnings?: readonly string[];
  /** What is to be written, such as "Statement". */
  label: string;
  act: string;
  look?: "primary" | "danger";
  busy: boolean;
  error: Error | null;
  onConfirm: (statement: string) => void;
  onClose: () => void;
}

/** Says what an act of the sign-off means and asks for the words that are signed with it. */
export function ActDialog(props: ActDialogProps) {
  const { title, description, warnings = [], label, act, look = "primary", busy, error, onConfirm, onClose } = props;
  const id = useId();
  const [statement, setStatement] = useState("");
  const given = statement.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look={look} busy={busy} disabled={given === ""}>
            {act}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== "" && !busy) onConfirm(given);
        }}
      >
        {warnings.length > 0 && (
          <Notice tone="partial" title="Before you sign">
            <ul className="list-disc ps-4">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Notice>
        )}
        <TextArea
          label={label}
          hint="It is signed with the act: everybody who sees the run can read it, and nobody can change it"
          required
          maxLength={STATEMENT_LENGTH_MAX}
          value={statement}
          onChange={({ target }) => setStatement(target.value)}
        />
        <p role="alert" className="text-sm text-missing empty:hidden">
          {error && messageOf(error)}
        </p>
      </form>
    </Dialog>
  );
}
