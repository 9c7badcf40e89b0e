import type { TenantResidency } from "@assay/client/admin";
import { choice, FormDialog, ticks } from "@assay/site/form-dialog";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { PROVIDER_CHOICES } from "./provider-names.ts";

const RULES = [
  { value: "ALL", label: "Every provider that the deployment uses" },
  { value: "SOME", label: "Only those ticked below" },
] as const;

interface ProvidersDialogProps {
  readonly allowed: TenantResidency["allowedProviders"];
  readonly onClose: () => void;
}

export default function ProvidersDialog({ allowed, onClose }: ProvidersDialogProps) {
  const change = useTenantAct(({ admin }, next: TenantResidency["allowedProviders"]) => admin.residency.change(next), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Who may be given this tenant's text?"
      description="From the next request on. What needs another provider waits and says so, and no run that needs one is started."
      fields={{
        rule: choice("Rule", RULES, { before: allowed === null ? "ALL" : "SOME" }),
        providers: ticks("Providers", PROVIDER_CHOICES, {
          before: (allowed ?? []).filter((each) => each !== "offline"),
          when: ({ rule }) => rule === "SOME",
        }),
      }}
      note={({ rule, providers }) =>
        rule === "SOME" &&
        providers.length === 0 && <p className="text-muted">With none of them, no text may leave the service.</p>
      }
      act="Save"
      by={change}
      onSend={({ rule, providers }) => change.mutate(rule === "ALL" ? null : ["offline", ...providers])}
      onClose={onClose}
    />
  );
}
