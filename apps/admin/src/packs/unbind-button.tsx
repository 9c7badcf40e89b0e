import type { Pack } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { navigate } from "@assay/site/location";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { DialogButton } from "./dialog-button.tsx";

interface UnbindButtonProps {
  pack: Pack;
  tenantName: string;
}

/** Ends the use of a pack by the tenant of the address, after a question. */
export function UnbindButton({ pack, tenantName }: UnbindButtonProps) {
  const unbind = useTenantAct(({ admin }) => admin.bindings.remove(pack.id), {
    onSuccess: () => navigate(hrefTo("/packs")),
  });
  return (
    <DialogButton name="unbind" label="Unbind …">
      {(close) => (
        <FormDialog
          title={`Unbind ${tenantName} from ${pack.name}?`}
          look="danger"
          act="Unbind the pack"
          by={unbind}
          onSend={() => unbind.mutate()}
          onClose={close}
        >
          <p>No new runs of it start. Its runs, with their reports and snapshots, stay.</p>
          {pack.owner === "DEPLOYMENT" && <p>Only a super administrator can bind it again once it is not offered.</p>}
        </FormDialog>
      )}
    </DialogButton>
  );
}
