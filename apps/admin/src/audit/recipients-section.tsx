import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { messageOf } from "@assay/site/error-panel";
import { Button } from "@assay/ui";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";

const RecipientsDialog = dialogOnDemand(() => import("./recipients-dialog.tsx"));

const ACTS = ["recipients"] as const;

/** Who gets checkpoints by mail: a copy that nobody of this service can change. */
export function RecipientsSection() {
  const act = useAct(ACTS);
  const recipients = useTenantQuery({
    key: ["audit", "recipients"],
    load: ({ admin }, options) => admin.audit.recipients(options),
  });
  const addresses = recipients.data;
  return (
    <section aria-label="Checkpoints by mail" className="flex flex-wrap items-center gap-3 text-sm">
      <p className="min-w-0 flex-1 basis-60 break-words">
        {recipients.error && messageOf(recipients.error)}
        {addresses?.length === 0 && "Nobody gets checkpoints by mail."}
        {addresses && addresses.length > 0 && `By mail, at most one a day, to ${addresses.join(", ")}.`}
      </p>
      <Button disabled={!addresses} onClick={() => openAct("recipients")}>
        Choose who gets them
      </Button>
      {act && addresses && <RecipientsDialog addresses={addresses} onClose={closeAct} />}
    </section>
  );
}
