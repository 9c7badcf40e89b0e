import { Button, Dialog } from "@assay/ui";
import { TenantChoice } from "./tenant-choice.tsx";
import { useSession } from "./use-session.ts";

/** Loaded when it is first opened, from the user's menu. */
export default function TenantDialog({ onClose }: { onClose: () => void }) {
  const { data } = useSession();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change tenant"
      description="Your other tabs change too. What is typed and not saved is lost."
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <TenantChoice tenants={data?.tenants ?? []} present={data?.tenant.id} />
    </Dialog>
  );
}
