import { defineCommand } from "../command.ts";
import { findPack } from "../find-pack.ts";

export const packsOffer = defineCommand({
  name: "packs offer",
  group: "administration",
  summary: "Set which tenants may bind a pack of the deployment",
  arguments: [
    { name: "pack", says: "Its name or id." },
    { name: "tenants", many: true, says: "Their ids, `all` or `none`." },
  ],
  examples: [{ command: 'assay packs offer "Our controls" none', does: "Withdraw the offer" }],
  async run({ args: [pack, ...to], terminal, signal, connect }) {
    const connection = await connect();
    const packId = await findPack(connection, pack, signal);
    const word = to.length === 1 ? to[0] : undefined;
    const tenantIds = word === "all" ? "ALL" : word === "none" ? [] : to;
    const offer = await connection.admin.packs.offer(packId, tenantIds, { signal });
    if (terminal.json) terminal.printJson(offer);
    else terminal.note(offer.tenantIds === "ALL" ? "Offered to all tenants" : `Offered to ${offer.tenantIds.length}`);
    return undefined;
  },
});
