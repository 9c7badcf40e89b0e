import { Button } from "@assay/ui";
import { useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";

/** Leads to the provider of the e-mail's domain. It says nothing of accounts. */
export function CompanyButton({
  readEmail,
  next,
  onError,
}: {
  readEmail: () => string;
  next: string | null;
  onError: (message: string) => void;
}) {
  const [busy, setBusy] = useState(false);

  async function leave() {
    const email = readEmail();
    if (!email.includes("@")) return onError("Type your e-mail above first");
    setBusy(true);
    try {
      // Most people never need it.
      const { beginSignOn } = await import("./company-sign-in.ts");
      location.assign(await beginSignOn(email, { next, confirms: false }));
    } catch (failure) {
      onError(messageOf(failure));
      setBusy(false);
    }
  }
  return (
    <Button busy={busy} className="h-9" onClick={() => void leave()}>
      Continue with your company
    </Button>
  );
}
