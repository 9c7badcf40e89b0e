import type { ApiKeyRole } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "@assay/site/form-dialog";
import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { roleField } from "../members/roles.ts";
import { expiryOf } from "./expiry.ts";
import { expiryFields } from "./expiry-fields.ts";
import { KeyUse } from "./key-use.tsx";

const ROLES: readonly ApiKeyRole[] = ["VIEWER", "MEMBER", "ADMIN"];

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const create = useSecretAct(({ admin }, input: { name: string; role: ApiKeyRole; expiresAt: string }) =>
    admin.apiKeys.create(input),
  );
  if (create.told)
    return (
      <ShownOnce
        title={`The key “${create.told.apiKey.name}” was created`}
        what="key"
        secret={create.told.key}
        onClose={onClose}
      >
        <KeyUse />
      </ShownOnce>
    );
  return (
    <FormDialog
      title="New API key"
      description="Create a key for each program, with the lowest role that it needs."
      fields={{
        name: text("Name", {
          required: true,
          length: TEXT_LIMITS.apiKeyName,
          hint: "What uses it, such as “Nightly upload”",
        }),
        role: roleField(ROLES, "MEMBER"),
        ...expiryFields(),
      }}
      act="Create the key"
      by={create}
      onSend={({ name, role, expiry, day }) =>
        create.mutate({ name, role, expiresAt: expiryOf(expiry, day, new Date()) })
      }
      onClose={onClose}
    />
  );
}
