import type { PackOwner } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { choice, FormDialog, text } from "@assay/site/form-dialog";
import { navigate } from "@assay/site/location";
import { useMay } from "@assay/site/use-session";
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

const FIELDS_WITH_OWNER = {
  ...FIELDS,
  owner: choice<PackOwner>(
    "Owner",
    [
      { value: "DEPLOYMENT", label: "The deployment" },
      { value: "TENANT", label: "This tenant" },
    ],
    {
      before: "DEPLOYMENT",
      hint: (owner) =>
        owner === "TENANT" ? "No other tenant sees it" : "Tenants see it once you bind them or offer it to them",
    },
  ),
};

interface NewPack {
  readonly name: string;
  readonly description: string;
  readonly owner?: PackOwner;
}

/** Makes an empty pack and continues to the import of its first version. The owner stays. */
export function NewPackDialog({ onClose }: { onClose: () => void }) {
  const mayChoose = useMay("SUPER_ADMIN");
  const create = useTenantAct(({ admin }, pack: NewPack) => admin.packs.create(pack), {
    onSuccess: ({ id }) => navigate(hrefTo(`/packs/${id}/import`)),
  });
  const shared = { title: "New pack", act: "Create pack", by: create, onSend: create.mutate, onClose };
  if (mayChoose)
    return <FormDialog {...shared} description="Its requirements are imported next." fields={FIELDS_WITH_OWNER} />;
  return (
    <FormDialog
      {...shared}
      description="Only your tenant sees it. Its requirements are imported next."
      fields={FIELDS}
    />
  );
}
