import { definePackCommand } from "./define-pack-command.ts";

export const packsDelete = definePackCommand({
  name: "packs delete",
  summary: "Delete an unpublished pack",
  example: { command: 'assay packs delete "First try"', does: "Remove what was never published" },
  asks: {
    question: (pack) => `Delete pack '${pack}' with its drafts?`,
    unless: "Do not ask.",
    refused: "Nothing was deleted.",
  },
  done: "Deleted",
  printed: { deleted: true },
  act: (admin, packId, signal) => admin.packs.delete(packId, { signal }),
});
