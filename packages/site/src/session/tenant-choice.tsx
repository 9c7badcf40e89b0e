import type { Session } from "@assay/client";
import { Button } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "../shell/error-panel.tsx";
import { changeTenant } from "./own-tenant.ts";
import { ROLE_NAMES } from "./use-session.ts";

/** The tenants of a person; `present` is where they are. */
export function TenantChoice({ tenants, present }: Pick<Session, "tenants"> & { present?: string | undefined }) {
  const choose = useMutation({ mutationFn: (id: string) => changeTenant(id) });
  const isBusy = choose.isPending || choose.isSuccess;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <ul aria-label="Your tenants" className="divide-y divide-line rounded-lg border border-line">
        {tenants.map(({ id, name, role }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium break-words">{name}</p>
              <p className="text-xs text-muted">{ROLE_NAMES[role]}</p>
            </div>
            {id === present ? (
              <span className="text-xs text-muted">You are here</span>
            ) : (
              <Button
                busy={isBusy && choose.variables === id}
                disabled={isBusy}
                aria-label={`Go to ${name}`}
                onClick={() => choose.mutate(id)}
              >
                Go
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="alert" className="text-missing empty:hidden">
        {choose.error && `${messageOf(choose.error)}.`}
      </p>
    </div>
  );
}
