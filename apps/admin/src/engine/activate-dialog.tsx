import type { RetrievalVersion } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { formatConfidence } from "@assay/site/format";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { describeRules } from "./evidence-rules.ts";

/** Says what activating a version changes, and does it. */
export function ActivateDialog({ version, onClose }: { version: RetrievalVersion; onClose: () => void }) {
  const activate = useTenantAct(({ admin }) => admin.retrievalVersions.activate(version.id), { onSuccess: onClose });
  const { complete, partial } = version.confidenceThresholds;
  return (
    <FormDialog
      title="Activate this version?"
      act="Activate"
      by={activate}
      onSend={() => activate.mutate()}
      onClose={onClose}
    >
      <p>
        From now on, new runs of all tenants are assessed by {version.assessor.model}, complete from{" "}
        {formatConfidence(complete)} and partial from {formatConfidence(partial)} on.
      </p>
      <p>Evidence rules: {describeRules(version.evidenceRules)}.</p>
      <p>
        Runs that have started, and all finished ones, keep the version that they pinned: no verdict changes. You can
        activate the earlier version again.
      </p>
    </FormDialog>
  );
}
