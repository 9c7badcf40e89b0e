import { AssayApiError, type Session } from "@assay/client";
import { Button } from "@assay/ui";
import { EntryCard } from "./entry-card.tsx";
import { leave } from "./leave.ts";
import { TenantChoice } from "./tenant-choice.tsx";
import { useSession } from "./use-session.ts";

/** In place of every view, while the session is in a tenant that the person is no longer a member of. */
export default function ChooseTenant() {
  const { error } = useSession();
  const tenants = error instanceof AssayApiError ? error.details?.tenants : undefined;
  return (
    <EntryCard title="Choose a tenant">
      <p className="text-sm text-muted">You are no longer a member of the tenant that was shown here.</p>
      <TenantChoice tenants={(tenants ?? []) as Session["tenants"]} />
      <Button look="quiet" onClick={() => void leave()}>
        Sign out
      </Button>
    </EntryCard>
  );
}
