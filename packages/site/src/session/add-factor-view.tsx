import { Button } from "@assay/ui";
import { useState } from "react";
import { EntryCard } from "./entry-card.tsx";
import FactorsDialog from "./factors-dialog.tsx";
import { leave } from "./leave.ts";
import { queryClient } from "./query-client.ts";

/** In place of every view, while the tenant demands a second factor that the person does not have. */
export default function AddFactor() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    void queryClient.resetQueries();
  };
  return (
    <EntryCard title="Add a second factor">
      <p className="text-sm text-muted">
        Everybody here needs a second factor: a passkey, or an authenticator app. Add one to continue.
      </p>
      <Button look="primary" className="h-9" onClick={() => setIsOpen(true)}>
        Add a second factor
      </Button>
      <Button look="quiet" onClick={() => void leave()}>
        Sign out
      </Button>
      {isOpen && <FactorsDialog refreshesSession={false} onClose={close} />}
    </EntryCard>
  );
}
