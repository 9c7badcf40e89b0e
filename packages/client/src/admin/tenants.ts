import type { Tenant, TenantChange, TenantStatus } from "../generated/admin-types.ts";
import type { TenantListReply, TenantReply } from "../generated/replies.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface TenantFilters extends ListOptions {
  readonly status?: TenantStatus | undefined;
  /** Part of the name, in any case. */
  readonly q?: string | undefined;
}

/** For a SUPER_ADMIN alone. */
export class Tenants extends Resource {
  /** Newest first. */
  list(filters: TenantFilters = {}): List<Tenant> {
    return listOf(this.http, "/api/admin/tenants", filters, ({ tenants }: TenantListReply) => tenants);
  }

  /** Throws NotFoundError. */
  async get(tenantId: string, options: RequestOptions = {}): Promise<Tenant> {
    return (await this.http.json<TenantReply>("GET", path`/api/admin/tenants/${tenantId}`, options)).tenant;
  }

  /** Makes a tenant without members. */
  async create(name: string, options: RequestOptions = {}): Promise<Tenant> {
    return (await this.http.json<TenantReply>("POST", "/api/admin/tenants", { ...options, json: { name } })).tenant;
  }

  /** Its name, or its status: nobody has access to an INACTIVE one. */
  async change(tenantId: string, change: TenantChange, options: RequestOptions = {}): Promise<Tenant> {
    const request = { ...options, json: change };
    return (await this.http.json<TenantReply>("PATCH", path`/api/admin/tenants/${tenantId}`, request)).tenant;
  }
}
