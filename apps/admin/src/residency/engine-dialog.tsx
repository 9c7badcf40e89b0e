import type { RetrievalVersion } from "@assay/client/admin";
import { choice, FormDialog } from "@assay/site/form-dialog";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { shortId } from "../audit/name-in-entry.ts";

const ACTIVE = "ACTIVE";

interface EngineDialogProps {
  readonly bound: string | null;
  readonly versions: readonly RetrievalVersion[];
  readonly onClose: () => void;
}

export default function EngineDialog({ bound, versions, onClose }: EngineDialogProps) {
  const bind = useTenantAct(({ admin }, id: string | null) => admin.residency.bind(id), { onSuccess: onClose });
  const choices = [
    { value: ACTIVE, label: "The active version of the deployment" },
    ...versions.map(({ id, assessor, embedder }) => ({
      value: id,
      label: `${assessor.model}, ${embedder.model} (${shortId(id)})`,
    })),
  ];
  return (
    <FormDialog
      title="Which engine version judges this tenant?"
      description="For new runs, documents and searches. Its vectors are created first: if some are missing, try again later."
      fields={{ version: choice("Engine version", choices, { before: bound ?? ACTIVE }) }}
      act="Save"
      by={bind}
      onSend={({ version }) => bind.mutate(version === ACTIVE ? null : version)}
      onClose={onClose}
    />
  );
}
