import { Button } from "@assay/ui";
import { EntryCard } from "./entry-card.tsx";
import { leave } from "./leave.ts";

/** In place of every view, while the tenant of the session is suspended. */
export default function TenantSuspended() {
  return (
    <EntryCard title="This tenant is suspended">
      <p className="text-sm text-muted">
        Nothing is lost. Runs and documents wait until whoever runs the service resumes the tenant: ask them, and load
        this page again.
      </p>
      <Button look="quiet" onClick={() => void leave()}>
        Sign out
      </Button>
    </EntryCard>
  );
}
