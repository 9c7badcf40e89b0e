import type { CreatedApiKey } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { formatDateTime } from "@assay/site/format";
import { ROLE_NAMES } from "@assay/site/use-session";
import { Button, Fact, Facts } from "@assay/ui";
import { useState } from "react";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { expiryOf } from "./expiry.ts";
import { expiryFields } from "./expiry-fields.ts";
import { KeyUse } from "./key-use.tsx";
import { type KeyDialogProps, RevokeKeyDialog } from "./revoke-key-dialog.tsx";

const LOOK_MS = 5000;

/** A successor with the same name and role, then the end of the old key: in between both work, so that nothing stops. */
export function RenewKeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const { name, role } = apiKey;
  const [step, setStep] = useState<"copy" | "replace" | "revoke">("copy");
  const create = useSecretAct(({ admin }, expiresAt: string) => admin.apiKeys.create({ name, role, expiresAt }));
  if (step === "revoke") return <RevokeKeyDialog apiKey={apiKey} onClose={onClose} />;
  if (create.told && step === "replace")
    return <ReplaceStep old={apiKey} successor={create.told} onRevoke={() => setStep("revoke")} onClose={onClose} />;
  if (create.told)
    return (
      <ShownOnce
        title={`Renew “${name}”: step 2 of 3`}
        what="new key"
        secret={create.told.key}
        onClose={() => setStep("replace")}
        actions={
          <Button look="primary" onClick={() => setStep("replace")}>
            I have copied it
          </Button>
        }
      >
        <KeyUse />
      </ShownOnce>
    );
  return (
    <FormDialog
      title={`Renew “${name}”: step 1 of 3`}
      description={`A new key with the same name and the role ${ROLE_NAMES[role].toLowerCase()}. The old one works until you revoke it.`}
      fields={expiryFields()}
      act="Create the new key"
      by={create}
      onSend={({ expiry, day }) => create.mutate(expiryOf(expiry, day, new Date()))}
      onClose={onClose}
    />
  );
}

interface ReplaceStepProps {
  old: KeyDialogProps["apiKey"];
  successor: CreatedApiKey;
  onRevoke: () => void;
  onClose: () => void;
}

/** Shows which of the two is used, as it continues. */
function ReplaceStep({ old, successor, onRevoke, onClose }: ReplaceStepProps) {
  const { data: keys } = useTenantQuery({
    key: ["api-keys", "renewing", old.id],
    load: ({ admin }, options) => admin.apiKeys.list({ state: "IN_FORCE", ...options }).page({ limit: 200 }),
    refetchInterval: LOOK_MS,
  });
  const usedAt = (id: string, before: string | null) => {
    const at = keys?.items.find((key) => key.id === id)?.lastUsedAt ?? before;
    return at ? formatDateTime(at) : "Never";
  };
  return (
    <FormDialog
      title={`Renew “${old.name}”: step 3 of 3`}
      description="Put the new key where the old one is used, then revoke the old one."
      cancel="Revoke it later"
      act="Revoke the old key …"
      onSend={onRevoke}
      onClose={onClose}
    >
      <Facts>
        <Fact term={`New, ${successor.apiKey.prefix}…`}>Last used: {usedAt(successor.apiKey.id, null)}</Fact>
        <Fact term={`Old, ${old.prefix}…`}>Last used: {usedAt(old.id, old.lastUsedAt)}</Fact>
      </Facts>
      <p className="text-muted">Uses are recorded to the minute. This page checks for them every few seconds.</p>
    </FormDialog>
  );
}
