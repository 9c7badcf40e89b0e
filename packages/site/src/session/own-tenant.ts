import type { Session } from "@assay/client";
import { mayLeavePage } from "../router/may-leave-page.ts";
import { assay } from "./assay.ts";
import { signIn, storedSession } from "./auth.ts";
import { pageTenant, startAgain } from "./page-tenant.ts";
import { queryClient } from "./query-client.ts";
import { notifyTenantChange } from "./tabs.ts";
import { sessionQuery } from "./use-session.ts";

const LAST_KEY = "assay.tenant";

/** Goes to another tenant, in every tab: this one to its start, or with `stay` to the same page. Throws what can be shown. */
export async function changeTenant(tenantId: string, { stay = false } = {}): Promise<void> {
  if (!mayLeavePage()) throw new Error("Wait until your files are uploaded, or cancel the uploads");
  await (await assay()).chooseTenant(tenantId);
  localStorage.setItem(LAST_KEY, JSON.stringify([storedSession()?.email, tenantId]));
  notifyTenantChange();
  if (stay) location.reload();
  else startAgain();
}

/** After a sign-in: the tenant that the same person chose last in this browser. */
export async function enterLastTenant({ tenant, tenants }: Session): Promise<void> {
  if (tenants.length < 2) return;
  const [email, last] = readLast();
  if (email !== storedSession()?.email || last === tenant.id || !tenants.some(({ id }) => id === last)) return;
  await (await assay()).chooseTenant(String(last));
}

/** A password begins another session, which stays in the tenant that this page shows. */
export async function signInAgain(password: string): Promise<void> {
  await signIn(storedSession()?.email ?? "", password);
  const [session, shown] = [queryClient.getQueryData(sessionQuery.queryKey), pageTenant()];
  if (shown !== undefined && (session?.tenants.length ?? 0) > 1) await (await assay()).chooseTenant(shown);
}

function readLast(): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LAST_KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
