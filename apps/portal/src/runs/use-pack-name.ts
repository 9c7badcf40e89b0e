import type { Run } from "@assay/client";
import { useSession } from "@assay/site/use-session";

/** The name of a run's pack, of the packs that the tenant uses; nothing until they are known. */
export function usePackName(): (run: Pick<Run, "packId">) => string | undefined {
  const { data: session } = useSession();
  return ({ packId }) =>
    session && (session.packs.find(({ id }) => id === packId)?.name ?? "A pack that is no longer used");
}
