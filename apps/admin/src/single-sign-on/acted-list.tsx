import { TableList, type TableListProps } from "@assay/site/table-list";
import { Button } from "@assay/ui";
import { Plus } from "lucide-react";
import type { ComponentType } from "react";
import { Section } from "../app/section.tsx";
import type { Clients } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";

export interface DialogProps<Row> {
  row: Row;
  onClose: () => void;
}

export interface ActedListProps<Row> extends Pick<TableListProps<Row>, "what" | "columns" | "icon" | "empty"> {
  readonly title: string;
  readonly load: (
    clients: Clients,
    options: { signal: AbortSignal },
  ) => Promise<{ items: readonly Row[]; nextCursor: string | null }>;
  /** What makes a new one. */
  readonly make: { readonly label: string; readonly act: string; Dialog: ComponentType<{ onClose: () => void }> };
  /** By the act's name. */
  readonly dialogs: Readonly<Record<string, ComponentType<DialogProps<Row>>>>;
}

/** A titled list whose rows are acted on in dialogs that the address names. */
export function ActedList<Row extends { readonly id: string }>(props: ActedListProps<Row>) {
  const { title, load, make, dialogs, ...list } = props;
  const query = useTenantQuery({
    key: ["single-sign-on", list.what],
    load,
  });
  const making = useAct([make.act]);
  const act = useAct(Object.keys(dialogs));
  const row = query.data?.items.find(({ id }) => id === act?.on);
  const Dialog = act && dialogs[act.name];
  return (
    <Section
      title={title}
      end={
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => openAct(make.act)}>
          {make.label}
        </Button>
      }
    >
      <TableList query={query} lines={2} rowKey={({ id }) => id} {...list} />
      {making && <make.Dialog onClose={closeAct} />}
      {Dialog && row && <Dialog key={row.id} row={row} onClose={closeAct} />}
    </Section>
  );
}

/** The lists' limits fit in one page. */
export const WHOLE = { limit: 200 } as const;
