import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "@assay/site/form-dialog";
import { navigate } from "@assay/site/location";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";

const FIELDS = {
  name: text("Name", {
    length: TEXT_LIMITS.packName,
    hint: "As people know it, such as ISO 27001",
    check: (name) => (name === "" ? "Enter a name for the pack" : undefined),
  }),
  description: text("About", { length: TEXT_LIMITS.packDescription, hint: "Optional" }),
};

/** Makes an empty pack and continues to the import of its first version. */
export function NewPackDialog({ onClose }: { onClose: () => void }) {
  const create = useTenantAct(({ admin }, pack: { name: string; description: string }) => admin.packs.create(pack), {
    onSuccess: ({ id }) => navigate(hrefTo(`/packs/${id}/import`)),
  });
  return (
    <FormDialog
      title="New pack"
      description="All tenants can use it. Its requirements are imported next."
      fields={FIELDS}
      act="Create pack"
      by={create}
      onSend={create.mutate}
      onClose={onClose}
    />
  );
}
