import type { List } from "@assay/client";
import { collect } from "@assay/site/collect";
import { TableList, type TableListProps } from "@assay/site/table-list";
import { Button } from "@assay/ui";
import { Plus } from "lucide-react";
import type { ComponentType } from "react";
import { Section } from "../app/section.tsx";
import type { Clients } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";
import { type DialogProps, type Removal, RemovalDialog } from "./removal-dialog.tsx";

export interface ActedListProps<Row> extends Pick<TableListProps<Row>, "what" | "columns" | "icon" | "empty"> {
  readonly title: string;
  readonly load: (clients: Clients, options: { signal: AbortSignal; limit: number }) => List<Row>;
  /** What makes a new one, where people make them. */
  readonly make?: { readonly label: string; readonly act: string; Dialog: ComponentType<{ onClose: () => void }> };
  readonly removal?: Removal<Row>;
  /** By the act's name. */
  readonly dialogs?: Readonly<Record<string, ComponentType<DialogProps<Row>>>>;
}

/** All of a titled list, whose rows are acted on in dialogs that the address names. */
export function ActedList<Row extends { readonly id: string }>(props: ActedListProps<Row>) {
  const { title, load, make, removal, dialogs = {}, ...list } = props;
  const query = useTenantQuery({
    key: ["single-sign-on", list.what],
    load: async (clients, options) => ({
      ...(await collect(load(clients, { limit: 200, ...options }))),
      nextCursor: null,
    }),
  });
  const making = useAct(make ? [make.act] : []);
  const act = useAct([...Object.keys(dialogs), ...(removal ? [removal.name] : [])]);
  const row = query.data?.items.find(({ id }) => id === act?.on);
  const Dialog = act && dialogs[act.name];
  return (
    <Section
      title={title}
      end={
        make && (
          <Button icon={<Plus size={14} aria-hidden />} onClick={() => openAct(make.act)}>
            {make.label}
          </Button>
        )
      }
    >
      <TableList query={query} lines={2} rowKey={({ id }) => id} {...list} />
      {make && making && <make.Dialog onClose={closeAct} />}
      {row &&
        (removal && act?.name === removal.name ? (
          <RemovalDialog key={row.id} {...{ row, removal }} onClose={closeAct} />
        ) : (
          Dialog && <Dialog key={row.id} row={row} onClose={closeAct} />
        ))}
    </Section>
  );
}
