import type { ScimKey } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "@assay/site/form-dialog";
import { CopyText } from "@assay/ui";
import { useSiteConfig } from "../app/use-site-config.ts";
import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import type { Removal } from "./removal-dialog.tsx";

export function CreateScimKeyDialog({ onClose }: { onClose: () => void }) {
  const service = useSiteConfig()?.apiUrl || location.origin;
  const create = useSecretAct(({ admin }, name: string) => admin.scim.createKey(name));
  if (create.told)
    return (
      <ShownOnce
        title={`The key “${create.told.scimKey.name}” was created`}
        what="key"
        secret={create.told.key}
        onClose={onClose}
      >
        <p>Give it to the directory, with this address:</p>
        <CopyText text={`${service}/scim/v2`} what="the address" whole />
      </ShownOnce>
    );
  return (
    <FormDialog
      title="New SCIM key"
      description="While a SCIM key is active, only people of the directory become members."
      fields={{
        name: text("Name", {
          required: true,
          length: TEXT_LIMITS.apiKeyName,
          hint: "What uses it, such as “Company directory”",
        }),
      }}
      act="Create the key"
      by={create}
      onSend={({ name }) => create.mutate(name)}
      onClose={onClose}
    />
  );
}

export const REVOKE_SCIM_KEY: Removal<ScimKey> = {
  name: "revoke-scim-key",
  title: ({ name }) => `Revoke “${name}”?`,
  typed: ({ name }) => name,
  act: "Revoke the key",
  remove: ({ admin }, { id }) => admin.scim.revokeKey(id),
  stays: "The directory is refused from its next request. Members stay. This cannot be undone.",
};
