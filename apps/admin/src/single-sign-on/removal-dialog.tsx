import { FormDialog } from "@assay/site/form-dialog";
import type { ReactNode } from "react";
import type { Clients } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";

interface RemovalDialogProps {
  title: string;
  act: string;
  /** What has to be typed first. */
  typed?: string | undefined;
  remove: (clients: Clients) => Promise<void>;
  /** What stays. */
  children: ReactNode;
  onClose: () => void;
}

export function RemovalDialog({ title, act, typed, remove, children, onClose }: RemovalDialogProps) {
  const removal = useTenantAct(remove, { onSuccess: onClose });
  return (
    <FormDialog
      {...{ title, act, onClose, ...(typed !== undefined && { typed }) }}
      look="danger"
      by={removal}
      onSend={() => removal.mutate()}
    >
      {children}
    </FormDialog>
  );
}
