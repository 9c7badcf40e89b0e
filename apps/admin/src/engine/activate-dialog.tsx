import type { RetrievalVersion } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatConfidence } from "@assay/site/format";
import { Button, Dialog } from "@assay/ui";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { describeRules } from "./evidence-rules.ts";

/** Says what activating a version changes, and does it. */
export function ActivateDialog({ version, onClose }: { version: RetrievalVersion; onClose: () => void }) {
  const activate = useTenantAct(({ admin }) => admin.retrievalVersions.activate(version.id), { onSuccess: onClose });
  const { complete, partial } = version.confidenceThresholds;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Activate this version?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={activate.isPending} onClick={() => activate.mutate()}>
            Activate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>
          From now on, new runs of all tenants are assessed by {version.assessor.model}, complete from{" "}
          {formatConfidence(complete)} and partial from {formatConfidence(partial)} on.
        </p>
        <p>Evidence rules: {describeRules(version.evidenceRules)}.</p>
        <p>
          Runs that have started, and all finished ones, keep the version that they pinned: no verdict changes. You can
          activate the earlier version again.
        </p>
        <div role="alert" className="text-missing empty:hidden">
          {activate.error && messageOf(activate.error)}
        </div>
      </div>
    </Dialog>
  );
}
