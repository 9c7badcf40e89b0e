import type { Connection } from "./access/connect.ts";
import { CommandError, usageError } from "./exit-codes.ts";

/** The id of the pack of a name or id; of the only one where none is given. */
export async function findPack({ admin }: Connection, pack: string | undefined, signal: AbortSignal): Promise<string> {
  const packs = await admin.packs.list({ signal }).toArray();
  const wanted = pack?.toLowerCase();
  const found =
    wanted === undefined ? packs : packs.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (found.length === 1) return found[0]!.id;
  const named = packs.map(({ id, name }) => `${name} (${id})`).join(", ");
  if (packs.length === 0)
    throw new CommandError("SERVICE", "There is no pack yet", "Make one: `assay packs import <file> --create <name>`.");
  throw usageError(pack ? `Not one pack is '${pack}'` : "Cannot tell which pack is meant", `Packs: ${named}.`);
}
