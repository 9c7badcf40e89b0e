import type { TenantLimits, TenantState } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "@assay/site/form-dialog";
import { formatBytes } from "@assay/site/format-bytes";
import { useEffect } from "react";
import EraseDialog from "../erasures/erase-dialog.tsx";
import HoldsDialog from "../erasures/holds-dialog.tsx";
import { closeAct, useActOf } from "../lists/use-act.ts";
import { ShownInvitation } from "../members/shown-invitation.tsx";
import { DeactivateDialog } from "../tenants/tenant-dialogs.tsx";
import { useDeploymentAct } from "./use-deployment.ts";

const DIALOGS = { limits: LimitsDialog, administrator: AdministratorDialog };
const TENANT_DIALOGS = { deactivate: DeactivateDialog, holds: HoldsDialog, erase: EraseDialog };

/** The dialog that the address names, for a tenant that the page shows. */
export function DeploymentDialogs({ states }: { states: readonly TenantState[] }) {
  const act = useActOf(DIALOGS);
  const ofTenant = useActOf(TENANT_DIALOGS);
  const state = states.find(({ tenant }) => tenant.id === (act ?? ofTenant)?.on);
  if (!state) return null;
  if (ofTenant) return <ofTenant.Dialog key={state.tenant.id} tenant={state.tenant} />;
  return act ? <act.Dialog key={state.tenant.id} state={state} /> : null;
}

const WHOLE = /^\d{1,15}$/;
const isWhole = (value: string) => (value === "" || WHOLE.test(value) ? undefined : "This is not a whole number");

function limitField(label: string, before: number | null, hint: string) {
  return text(label, {
    before: before === null ? "" : String(before),
    hint,
    inputMode: "numeric",
    half: true,
    check: isWhole,
  });
}

const toLimit = (value: string) => (value.trim() === "" ? null : Number(value));

function LimitsDialog({ state: { tenant } }: { state: TenantState }) {
  const { id, name, limits } = tenant;
  const change = useDeploymentAct((admin, given: TenantLimits) => admin.tenants.change(id, { limits: given }));
  useEffect(() => {
    if (change.told) closeAct();
  }, [change.told]);
  return (
    <FormDialog
      title={`Limits of ${name}`}
      description="What goes beyond a limit is refused; what is there stays. A run that has started is never stopped."
      fields={{
        documentsMax: limitField("Documents", limits.documentsMax, "Empty: the default of the settings."),
        bytesMax: limitField("Bytes of documents", limits.bytesMax, "Empty: the default of the settings."),
        runsPerDay: limitField("Runs per UTC day", limits.runsPerDay, "Empty: no limit."),
        tokensPerMonth: limitField("Tokens per UTC month", limits.tokensPerMonth, "Empty: no limit."),
      }}
      note={({ bytesMax }) =>
        WHOLE.test(bytesMax) && <p className="text-muted">{formatBytes(Number(bytesMax))} of documents.</p>
      }
      act="Set the limits"
      by={change}
      onSend={({ documentsMax, bytesMax, runsPerDay, tokensPerMonth }) =>
        change.mutate({
          documentsMax: toLimit(documentsMax),
          bytesMax: toLimit(bytesMax),
          runsPerDay: toLimit(runsPerDay),
          tokensPerMonth: toLimit(tokensPerMonth),
        })
      }
      onClose={closeAct}
    />
  );
}

function AdministratorDialog({ state: { tenant } }: { state: TenantState }) {
  const invite = useDeploymentAct((admin, email: string) => admin.tenants.inviteAdministrator(tenant.id, email));
  if (invite.told) return <ShownInvitation issued={invite.told} tenant={tenant.name} onClose={closeAct} />;
  return (
    <FormDialog
      title={`Invite the first administrator of ${tenant.name}`}
      description="They become its administrator when they accept, and invite everybody else. An earlier open invitation ends."
      fields={{ email: text("E-mail", { type: "email", required: true, length: TEXT_LIMITS.email }) }}
      act="Invite"
      by={invite}
      onSend={({ email }) => invite.mutate(email)}
      onClose={closeAct}
    />
  );
}
