import type { Pack } from "@assay/client/admin";
import { Loaded } from "@assay/site/loaded";
import { Dialog } from "@assay/ui";
import { Share2 } from "lucide-react";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { useTenants } from "../app/use-tenants.ts";
import { DialogButton } from "./dialog-button.tsx";
import { OfferForm } from "./offer-form.tsx";

interface OfferDialogProps {
  pack: Pack;
  onClose: () => void;
}

/** Says which tenants may bind a pack of the deployment. */
export function OfferButton({ pack }: { pack: Pack }) {
  return (
    <DialogButton name="offer" label="Offer …" icon={<Share2 size={15} aria-hidden />}>
      {(close) => <OfferDialog pack={pack} onClose={close} />}
    </DialogButton>
  );
}

function OfferDialog({ pack, onClose }: OfferDialogProps) {
  const tenants = useTenants();
  const offer = useTenantQuery({
    key: ["packs", "offer", pack.id],
    load: ({ admin }, options) => admin.packs.getOffer(pack.id, options),
    gcTime: 0,
  });
  if (offer.data && tenants.data)
    return <OfferForm pack={pack} offered={offer.data.tenantIds} {...tenants.data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={`Offer ${pack.name}`}>
      <Loaded query={offer.data ? { ...tenants, data: undefined } : offer} what="offer" rows={3}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}
