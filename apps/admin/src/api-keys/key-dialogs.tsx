import type { ApiKey } from "@assay/client/admin";
import { useRef } from "react";
import { closeAct, useActOf } from "../lists/use-act.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { RenewKeyDialog } from "./renew-key-dialog.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";

const DIALOGS = { revoke: RevokeKeyDialog, renew: RenewKeyDialog, create: CreateKeyDialog };

/** The dialog that the address names, for a key that the list shows or, while it is being renewed, showed. */
export function KeyDialogs({ keys = [] }: { keys: readonly ApiKey[] | undefined }) {
  const act = useActOf(DIALOGS);
  const last = useRef<ApiKey>(undefined);
  const listed = keys.find(({ id }) => id === act?.on);
  if (listed) last.current = listed;
  if (act?.name === "create") return <CreateKeyDialog onClose={closeAct} />;
  // The new key pushes the old one off a full page.
  const apiKey = listed ?? (last.current?.id === act?.on ? last.current : undefined);
  return act && apiKey ? <act.Dialog key={apiKey.id} apiKey={apiKey} onClose={closeAct} /> : null;
}
