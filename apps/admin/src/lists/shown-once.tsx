import { Button, CopyText, Dialog, Notice } from "@assay/ui";
import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";

export interface ShownOnceProps {
  title: string;
  /** What it is, such as "first password". */
  what: string;
  secret: string;
  /** What to do with it. */
  children?: ReactNode;
  /** What may be sent to somebody. */
  message?: string;
  onClose: () => void;
  /** In place of Close. */
  actions?: ReactNode;
}

/** A secret that is shown now and never again. It is nowhere but in this dialog. */
export function ShownOnce({ title, what, secret, children, message, onClose, actions }: ShownOnceProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      actions={
        actions ?? (
          <Button look="primary" onClick={onClose}>
            I have copied it
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <Notice tone="partial" title={`Copy the ${what} now`}>
          It is shown only now: the service keeps no copy that anybody can read.
        </Notice>
        <div className="rounded-md border border-line bg-sunken px-3 py-2">
          <CopyText text={secret} what={`the ${what}`} whole />
        </div>
        {children}
        {message && <MessageToSend text={message} />}
      </div>
    </Dialog>
  );
}

function MessageToSend({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <section className="flex flex-col gap-2" aria-label="Message for the person">
      <h3 className="font-medium">Message for the person</h3>
      <p className="whitespace-pre-line rounded-md border border-line bg-sunken px-3 py-2 break-words">{text}</p>
      <Button
        className="self-start"
        icon={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onClick={() => void copy()}
      >
        {copied ? "Message copied" : "Copy the message"}
      </Button>
    </section>
  );
}
