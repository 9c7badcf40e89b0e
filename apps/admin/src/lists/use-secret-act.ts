import { useState } from "react";
import type { Clients } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";

/**
 * An act whose answer holds a secret: `told` is there at once, whatever has to be read again after the act, and stands
 * nowhere but in the component that shows it.
 */
export function useSecretAct<Input = void, Result = unknown>(act: (clients: Clients, input: Input) => Promise<Result>) {
  const [told, setTold] = useState<Result>();
  const { mutate, isPending, error } = useTenantAct(async (clients, input: Input) => {
    setTold(await act(clients, input));
  });
  return { mutate, isPending, error, told };
}
