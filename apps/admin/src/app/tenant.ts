import { Assay } from "@assay/client";
import { AssayAdmin } from "@assay/client/admin";
import { accessToken } from "@assay/site/auth";
import { confirmIdentity } from "@assay/site/confirm-identity";
import { BASE, here, useSearchParam } from "@assay/site/location";
import { tenantHeaders } from "@assay/site/page-tenant";
import { siteConfig } from "@assay/site/site-config";

/** The parameter of the address that says in which tenant a SUPER_ADMIN acts. */
export const TENANT_PARAM = "tenantId";

/** The tenant that the address names; undefined for one's own. */
export function useTenantId(): string | undefined {
  return useSearchParam(TENANT_PARAM) ?? undefined;
}

/** The address of a place of the console, in the tenant of the present address. */
export function hrefTo(path: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams();
  const tenantId = here().searchParams.get(TENANT_PARAM);
  if (tenantId) query.set(TENANT_PARAM, tenantId);
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, value);
  return `${BASE}${path === "/" ? "" : path}${query.size > 0 ? `?${query}` : ""}`;
}

export interface Clients {
  readonly assay: Assay;
  readonly admin: AssayAdmin;
}

const opened = new Map<string | undefined, Promise<Clients>>();

/** The API's clients, as anyone who is signed in, in that tenant or, without one, in their own. */
export function clientsOf(tenantId: string | undefined): Promise<Clients> {
  const open = async () => {
    const { apiUrl } = await siteConfig();
    const options = {
      baseUrl: apiUrl,
      token: () => accessToken(),
      defaultHeaders: tenantHeaders,
      tenantId,
      confirmIdentity,
    };
    return { assay: new Assay(options), admin: new AssayAdmin(options) };
  };
  const clients = opened.get(tenantId) ?? open();
  opened.set(tenantId, clients);
  clients.catch(() => opened.delete(tenantId));
  return clients;
}
