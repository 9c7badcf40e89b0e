import { AssayApiError, type Session } from "@assay/client";
import { BASE } from "../router/base.ts";

let shown: string | undefined;

export const pageTenant = () => shown;

/** What this page shows is of this tenant from now on. Of another one than before, all of it is loaded again. */
export function showTenant({ tenant }: Pick<Session, "tenant">): void {
  if (shown !== undefined && shown !== tenant.id) startAgain();
  else shown = tenant.id;
}

/** Somebody else may be here now. */
export function forgetTenant(): void {
  shown = undefined;
}

/** Sent with each request, so that what somebody does on a page of one tenant never happens in another. */
export const tenantHeaders = {
  get "Assay-Tenant"() {
    return shown;
  },
} as Readonly<Record<string, string>>;

/** Why the service refuses a request as far as tenants are concerned. */
export function tenantRefusal(error: unknown): "TENANT_CHANGED" | "TENANT_CHOICE_REQUIRED" | undefined {
  const reason = error instanceof AssayApiError ? error.details?.reason : undefined;
  return reason === "TENANT_CHANGED" || reason === "TENANT_CHOICE_REQUIRED" ? reason : undefined;
}

/** Whether the session's tenant is suspended, and the person is a member of no other. */
export function isTenantSuspended(error: unknown): boolean {
  return error instanceof AssayApiError && error.details?.reason === "TENANT_SUSPENDED";
}

/** Nothing of this page stays: neither what it read nor what was typed, chosen or waits to be sent. */
export function startAgain(): void {
  location.assign(BASE);
}
