import { definePackCommand } from "./define-pack-command.ts";

export const packsUnbind = definePackCommand({
  name: "packs unbind",
  summary: "End your tenant's use of a pack; its runs stay",
  example: { command: 'assay packs unbind "Our controls"', does: "While no run of it is under way" },
  done: "Unbound",
  printed: { bound: false },
  act: (admin, packId, signal) => admin.bindings.remove(packId, { signal }),
});
