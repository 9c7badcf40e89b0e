import { FormDialog } from "@assay/site/form-dialog";
import type { Clients } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";

/** How a row of a list is removed permanently. */
export interface Removal<Row> {
  /** The act of the address. */
  readonly name: string;
  readonly title: (row: Row) => string;
  readonly act: string;
  /** What has to be typed first. */
  readonly typed: (row: Row) => string | undefined;
  readonly remove: (clients: Clients, row: Row) => Promise<void>;
  /** What stays. */
  readonly stays: string;
}

export interface DialogProps<Row> {
  row: Row;
  onClose: () => void;
}

export function RemovalDialog<Row>({ row, removal, onClose }: DialogProps<Row> & { removal: Removal<Row> }) {
  const by = useTenantAct((clients) => removal.remove(clients, row), { onSuccess: onClose });
  const typed = removal.typed(row);
  return (
    <FormDialog
      title={removal.title(row)}
      {...(typed !== undefined && { typed })}
      act={removal.act}
      look="danger"
      by={by}
      onSend={() => by.mutate()}
      onClose={onClose}
    >
      <p>{removal.stays}</p>
    </FormDialog>
  );
}
