import { Button } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";
import { isBuiltIn, sendPasswordMail } from "./recovery.ts";

/** What to do about a lost password: a mail, or a word with an administrator, as the identity has it. */
export default function ForgotPassword({ readEmail }: { readEmail: () => string }) {
  const { data: builtIn } = useQuery({ queryKey: ["identity"], queryFn: isBuiltIn });
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (builtIn === undefined) return null;
  if (builtIn)
    return (
      <p role="status" className="text-sm text-muted">
        Ask an administrator of your organisation: who runs the service can reset your password.
      </p>
    );

  async function send() {
    const email = readEmail();
    if (!email) {
      setSaid("Type your e-mail above first");
      return;
    }
    setBusy(true);
    try {
      await sendPasswordMail(email);
      setSaid("If there is an account with this e-mail, a message with a link was sent to it.");
    } catch (error) {
      setSaid(messageOf(error));
    }
    setBusy(false);
  }
  return (
    <div className="flex flex-col gap-2">
      <Button busy={busy} onClick={() => void send()}>
        Send a link for a new password
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {said}
      </p>
    </div>
  );
}
