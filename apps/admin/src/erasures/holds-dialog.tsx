import type { TenantHold } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, lines } from "@assay/site/form-dialog";
import { formatDateTime } from "@assay/site/format";
import { Loaded } from "@assay/site/loaded";
import { useSession } from "@assay/site/use-session";
import { Badge, Button, Dialog } from "@assay/ui";
import { useState } from "react";
import { shortId } from "../audit/name-in-entry.ts";
import { closeAct } from "../lists/use-act.ts";
import { useTenantsAct } from "../tenants/use-tenants.ts";
import type { TenantDialogProps } from "./tenant-dialog-props.ts";
import { useHolds } from "./use-erasures.ts";

/** What keeps a tenant from being erased: its holds, a new one, and the end of one. */
export default function HoldsDialog({ tenant: { id, name } }: TenantDialogProps) {
  const [shown, setShown] = useState<"list" | "new" | TenantHold>("list");
  const back = () => setShown("list");
  if (shown === "new") return <NewHold id={id} name={name} onClose={back} />;
  if (shown !== "list") return <EndHold hold={shown} onClose={back} />;
  return <HoldList id={id} name={name} onNew={() => setShown("new")} onEnd={setShown} />;
}

interface HoldListProps {
  id: string;
  name: string;
  onNew: () => void;
  onEnd: (hold: TenantHold) => void;
}

function HoldList({ id, name, onNew, onEnd }: HoldListProps) {
  const holds = useHolds(id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeAct()}
      title={`Holds of ${name}`}
      description="While a hold is active, the tenant cannot be erased, and nothing of it is removed by a rule of its own. People work as before."
      actions={
        <>
          <Button onClick={closeAct}>Close</Button>
          <Button look="primary" onClick={onNew}>
            Place a hold
          </Button>
        </>
      }
    >
      <Loaded
        query={holds}
        what="holds"
        rows={2}
        isEmpty={(all) => all.length === 0}
        empty={<p className="text-sm text-muted">It has none, and never had one.</p>}
      >
        {(all) => (
          <ul aria-label="Holds" className="divide-y divide-line rounded-lg border border-line text-sm">
            {all
              .toSorted((a, b) => Number(a.endedAt !== null) - Number(b.endedAt !== null))
              .map((hold) => (
                <HoldRow key={hold.id} hold={hold} onEnd={() => onEnd(hold)} />
              ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}

function HoldRow({ hold, onEnd }: { hold: TenantHold; onEnd: () => void }) {
  const { reason, setBy, setAt, endedBy, endedAt, endReason } = hold;
  const nameOf = useNameOf();
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="break-words whitespace-pre-line">{reason}</p>
        <p className="text-xs text-muted">
          Placed {formatDateTime(setAt)} by {nameOf(setBy)}
        </p>
        {endedAt !== null && (
          <p className="text-xs break-words text-muted">
            Ended {formatDateTime(endedAt)} by {nameOf(endedBy ?? "system")}
            {endReason !== null && `: ${endReason}`}
          </p>
        )}
      </div>
      {endedAt === null ? (
        <>
          <Badge tone="partial" label="Active" />
          <Button look="quiet" onClick={onEnd} aria-label={`End the hold: ${reason}`}>
            End
          </Button>
        </>
      ) : (
        <Badge tone="neutral" label="Ended" />
      )}
    </li>
  );
}

/** Who it was: oneself, the operator at the machine, or somebody by the end of their id. */
export function useNameOf(): (actor: string) => string {
  const { data: session } = useSession();
  return (actor) => (actor === session?.actorId ? "you" : actor === "system" ? "the operator" : shortId(actor));
}

const reasonField = (hint: string) => lines("Reason", { required: true, length: TEXT_LIMITS.erasureReason, hint });

function NewHold({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const hold = useTenantsAct(({ erasures }, { reason }: { reason: string }) => erasures.hold(id, reason), onClose);
  return (
    <FormDialog
      title={`Place a hold on ${name}`}
      description="Until somebody ends the hold, the tenant cannot be erased, and nothing of it is removed by a rule of its own."
      fields={{ reason: reasonField("Such as a lawsuit or an inspection. Super administrators can read it.") }}
      act="Place the hold"
      by={hold}
      onSend={hold.mutate}
      onClose={onClose}
    />
  );
}

function EndHold({ hold: { id, tenantId, reason: before }, onClose }: { hold: TenantHold; onClose: () => void }) {
  const end = useTenantsAct(
    ({ erasures }, { reason }: { reason: string }) => erasures.endHold(tenantId, id, reason),
    onClose,
  );
  return (
    <FormDialog
      title="End the hold?"
      description="Without an active hold, the tenant can be erased once it is suspended, and what its rules name is removed from the day after on. An ended hold cannot be made active again."
      fields={{ reason: reasonField("Why it may end. It stays with the hold.") }}
      act="End the hold"
      look="danger"
      by={end}
      onSend={end.mutate}
      onClose={onClose}
    >
      <p className="break-words whitespace-pre-line">It was placed for: {before}</p>
    </FormDialog>
  );
}
