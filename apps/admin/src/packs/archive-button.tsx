import type { Pack } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { setSearch } from "@assay/site/location";
import { Archive, ArchiveRestore } from "lucide-react";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { DialogButton } from "./dialog-button.tsx";

/** Puts a pack into the archive or takes it out, after a question. */
export function ArchiveButton({ pack }: { pack: Pack }) {
  const isArchived = pack.archivedAt !== null;
  const change = useTenantAct(({ admin }) => admin.packs.change(pack.id, { archived: !isArchived }), {
    onSuccess: () => setSearch({ dialog: null }, { replace: true }),
  });
  const Icon = isArchived ? ArchiveRestore : Archive;
  return (
    <DialogButton name="archive" label={isArchived ? "Restore …" : "Archive …"} icon={<Icon size={15} aria-hidden />}>
      {(close) => (
        <FormDialog
          title={isArchived ? `Restore ${pack.name}?` : `Archive ${pack.name}?`}
          act={isArchived ? "Restore pack" : "Archive pack"}
          by={change}
          onSend={() => change.mutate()}
          onClose={close}
        >
          <p>
            {isArchived
              ? "It takes versions and bindings again."
              : "It takes no versions and no new bindings. Tenants that use it keep it. You can restore it."}
          </p>
        </FormDialog>
      )}
    </DialogButton>
  );
}
