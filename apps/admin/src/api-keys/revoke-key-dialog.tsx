import type { ApiKey } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { formatDateTime } from "@assay/site/format";
import { useTenantAct } from "../app/use-tenant-query.ts";

export interface KeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Ends a key permanently; asks for its name. */
export function RevokeKeyDialog({ apiKey: { id, name, prefix, lastUsedAt }, onClose }: KeyDialogProps) {
  const revoke = useTenantAct(({ admin }) => admin.apiKeys.revoke(id), { onSuccess: onClose });
  return (
    <FormDialog
      title={`Revoke “${name}”?`}
      typed={name}
      act="Revoke the key"
      by={revoke}
      onSend={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        Whatever uses the key that begins with <code className="font-mono text-xs">{prefix}</code> is refused from its
        next request. This cannot be undone.
      </p>
      <p>{lastUsedAt ? `It was last used on ${formatDateTime(lastUsedAt)}.` : "It has never been used."}</p>
      <p>What was done with it stays, and the audit log still names it.</p>
    </FormDialog>
  );
}
