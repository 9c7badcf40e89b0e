import type { ApiKey } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { ConfirmDialog } from "@assay/ui";
import { useTenantAct } from "../app/use-tenant-query.ts";

export interface KeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Ends a key for good; asks for its name. */
export function RevokeKeyDialog({ apiKey: { id, name, prefix, lastUsedAt }, onClose }: KeyDialogProps) {
  const { mutate, isPending, error } = useTenantAct(({ admin }) => admin.apiKeys.revoke(id), { onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke “${name}”?`}
      name={name}
      act="Revoke the key"
      busy={isPending}
      error={error && messageOf(error)}
      onConfirm={() => mutate()}
    >
      <p>
        Whatever uses the key that begins with <code className="font-mono text-xs">{prefix}</code> is refused from its
        next request. This cannot be undone.
      </p>
      <p>{lastUsedAt ? `It was last used on ${formatDateTime(lastUsedAt)}.` : "It has never been used."}</p>
      <p>What was done with it stays, and the audit log still names it.</p>
    </ConfirmDialog>
  );
}
