import type { Pack } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { navigate } from "@assay/site/location";
import { Trash2 } from "lucide-react";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { DialogButton } from "./dialog-button.tsx";

/** Deletes a pack of which nothing was published, after a question. */
export function DeleteButton({ pack }: { pack: Pack }) {
  const remove = useTenantAct(({ admin }) => admin.packs.delete(pack.id), {
    onSuccess: () => navigate(hrefTo("/packs")),
  });
  return (
    <DialogButton name="delete" label="Delete …" icon={<Trash2 size={15} aria-hidden />}>
      {(close) => (
        <FormDialog
          title={`Delete ${pack.name}?`}
          look="danger"
          act="Delete the pack"
          by={remove}
          onSend={() => remove.mutate()}
          onClose={close}
        >
          <p>Its drafts go with it. You cannot undo this.</p>
        </FormDialog>
      )}
    </DialogButton>
  );
}
