import type { CriteriaVersion } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { formatCount } from "@assay/site/format";
import { useTenantAct } from "../app/use-tenant-query.ts";

interface PublishDialogProps {
  packName: string;
  version: CriteriaVersion;
  onClose: () => void;
}

/** Makes a version final; asks for the name of the pack. */
export function PublishDialog({ packName, version, onClose }: PublishDialogProps) {
  const publish = useTenantAct(({ admin }) => admin.packs.publish(version.packId, version.id), { onSuccess: onClose });
  return (
    <FormDialog
      title={`Publish version ${version.version}?`}
      typed={packName}
      act={`Publish version ${version.version}`}
      by={publish}
      onSend={() => publish.mutate()}
      onClose={onClose}
    >
      <p>
        This cannot be undone. The {formatCount(version.requirementCount, "requirement")} of version {version.version}{" "}
        can then never be changed; a correction is a new version.
      </p>
      <p>No tenant changes: you bind each one to the version afterwards.</p>
    </FormDialog>
  );
}
