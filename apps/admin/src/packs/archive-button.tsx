import type { Pack } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { setSearch, useSearchParam } from "@assay/site/location";
import { Button } from "@assay/ui";
import { Archive, ArchiveRestore } from "lucide-react";
import { useTenantAct } from "../app/use-tenant-query.ts";

const close = () => setSearch({ dialog: null }, { replace: true });

/** Puts a pack into the archive or takes it out, after a question. */
export function ArchiveButton({ pack }: { pack: Pack }) {
  const isArchived = pack.archivedAt !== null;
  const isAsked = useSearchParam("dialog") === "archive";
  const change = useTenantAct(({ admin }) => admin.packs.change(pack.id, { archived: !isArchived }), {
    onSuccess: close,
  });
  const Icon = isArchived ? ArchiveRestore : Archive;
  return (
    <>
      <Button icon={<Icon size={15} aria-hidden />} onClick={() => setSearch({ dialog: "archive" })}>
        {isArchived ? "Restore …" : "Archive …"}
      </Button>
      {isAsked && (
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
    </>
  );
}
