import { Button } from "@assay/ui";
import { useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";
import { sendPasswordMail } from "./send-password-mail.ts";

/** What to do about a lost password: a mail; where none is sent, the error says what else. */
export default function ForgotPassword({ readEmail }: { readEmail: () => string }) {
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send() {
    const email = readEmail();
    if (!email) {
      setSaid("Type your e-mail above first");
      return;
    }
    setBusy(true);
    try {
      await sendPasswordMail(email);
      setSaid(
        "If an account with this e-mail has a password, a message with a link was sent to it. If none arrives, use your company's sign-in, or ask an administrator of your organisation, or those who run this service.",
      );
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
