import type { Exception, NewException } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { EXCEPTIONS_KEY } from "./queries.ts";

/** Runs an act on exceptions, and reads again what depends on them: lists, marks and tasks. */
function useAct<Input>(act: (input: Input) => Promise<Exception>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: EXCEPTIONS_KEY }),
        queries.invalidateQueries({ queryKey: ["tasks"] }),
      ]);
    },
  });
}

export function useProposeException() {
  return useAct(async (exception: NewException) => (await assay()).exceptions.propose(exception));
}

export function useApproveException(exceptionId: string) {
  return useAct<void>(async () => (await assay()).exceptions.approve(exceptionId));
}

export function useRevokeException(exceptionId: string) {
  return useAct(async (reason: string) => (await assay()).exceptions.revoke(exceptionId, reason));
}
