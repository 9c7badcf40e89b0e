import type { Run, SignOff, SignOffRole } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";

/** An act of the sign-off that somebody is about to do. */
export type SignOffAct =
  | { readonly kind: "sign"; readonly role: SignOffRole }
  | { readonly kind: "decline" }
  | { readonly kind: "withdraw"; readonly signOff: SignOff };

/** Does an act; what it changes is read again, also when it was refused as somebody else was first. */
export function useSignOffAct(run: Pick<Run, "id">, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ act, statement }: { act: SignOffAct; statement: string }) => perform(run.id, act, statement),
    onSuccess: onDone,
    onSettled: async () => {
      for (const queryKey of [["runs"], ["run", run.id], ["reviews", run.id]])
        await queries.invalidateQueries({ queryKey });
    },
  });
}

async function perform(runId: string, act: SignOffAct, statement: string): Promise<SignOff> {
  const { signOffs } = await assay();
  switch (act.kind) {
    case "sign":
      return signOffs.sign(runId, act.role, statement);
    case "decline":
      return signOffs.decline(runId, statement);
    case "withdraw":
      return signOffs.withdraw(runId, act.signOff.id, statement);
    default:
      return act satisfies never;
  }
}
