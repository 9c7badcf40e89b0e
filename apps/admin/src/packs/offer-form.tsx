import type { Pack, PackOffer, Tenant } from "@assay/client/admin";
import { choice, FormDialog, ticks } from "@assay/site/form-dialog";
import { useTenantAct } from "../app/use-tenant-query.ts";

type Offered = PackOffer["tenantIds"];

const TO = [
  { value: "NONE", label: "No tenant" },
  { value: "SOME", label: "The tenants below" },
  { value: "ALL", label: "All tenants" },
] as const;

interface OfferFormProps {
  pack: Pack;
  offered: Offered;
  tenants: readonly Tenant[];
  isMore: boolean;
  onClose: () => void;
}

export function OfferForm({ pack, offered, tenants, isMore, onClose }: OfferFormProps) {
  const named = offered === "ALL" ? [] : [...offered];
  const unlisted = named.filter((id) => tenants.every((tenant) => tenant.id !== id));
  const offer = useTenantAct(({ admin }, tenantIds: Offered) => admin.packs.offer(pack.id, tenantIds), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={`Offer ${pack.name}`}
      description="The administrators of these tenants can bind it. A tenant that uses it keeps it, also when you withdraw the offer."
      fields={{
        to: choice("Offered to", TO, { before: offered === "ALL" ? "ALL" : named.length > 0 ? "SOME" : "NONE" }),
        ids: ticks(
          "Tenants",
          tenants.map(({ id, name }) => ({ value: id, label: name })),
          { before: named, when: ({ to }) => to === "SOME" },
        ),
      }}
      note={
        isMore && (
          <p className="text-muted">
            The newest {tenants.length} tenants are shown; {unlisted.length} others that have the offer keep it.
          </p>
        )
      }
      act="Save the offer"
      by={offer}
      onSend={({ to, ids }) => offer.mutate(to === "ALL" ? "ALL" : to === "NONE" ? [] : [...unlisted, ...ids])}
      onClose={onClose}
    />
  );
}
