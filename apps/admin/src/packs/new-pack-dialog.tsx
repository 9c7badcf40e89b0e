import { messageOf } from "@assay/site/error-panel";
import { navigate } from "@assay/site/location";
import { Button, Dialog, TextField } from "@assay/ui";
import { type FormEvent, useId, useState } from "react";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";

const NAME_LENGTH_MAX = 200;
const DESCRIPTION_LENGTH_MAX = 2000;

/** Makes an empty pack and continues to the import of its first version. */
export function NewPackDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [nameError, setNameError] = useState<string>();
  const create = useTenantAct(({ admin }, pack: { name: string; description: string }) => admin.packs.create(pack), {
    onSuccess: ({ id: packId }) => navigate(hrefTo(`/packs/${packId}/import`)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get("name")).trim();
    setNameError(name === "" ? "Enter a name for the pack" : undefined);
    if (name !== "" && !create.isPending) create.mutate({ name, description: String(form.get("description")).trim() });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New pack"
      description="All tenants can use it. Its requirements are imported next."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={create.isPending}>
            Create pack
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          name="name"
          maxLength={NAME_LENGTH_MAX}
          error={nameError}
          hint="As people know it, such as ISO 27001"
          autoComplete="off"
        />
        <TextField
          label="About"
          name="description"
          maxLength={DESCRIPTION_LENGTH_MAX}
          hint="Optional"
          autoComplete="off"
        />
        <div role="alert" className="text-sm text-missing empty:hidden">
          {create.error && messageOf(create.error)}
        </div>
      </form>
    </Dialog>
  );
}
