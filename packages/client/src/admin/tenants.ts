import type { Tenant, TenantChange, TenantStatus } from "../generated/admin-types.ts";
import type { TenantListReply, TenantReply } from "../generated/replies.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";

const at = (tenantId: string) => `/api/admin/tenants/${encodeURIComponent(tenantId)}`;

/** For a SUPER_ADMIN alone. */
export class Tenants {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first; `q` is part of the name, in any case. */
  list({
    signal,
    ...filters
  }: RequestOptions & { status?: TenantStatus | undefined; q?: string | undefined } = {}): List<Tenant> {
    return new List(async (page) => {
      const request = { query: { ...filters, ...page }, signal };
      const reply = await this.#http.json<TenantListReply>("GET", "/api/admin/tenants", request);
      return { items: reply.tenants, nextCursor: reply.nextCursor };
    });
  }

  async get(tenantId: string, options: RequestOptions = {}): Promise<Tenant> {
    return (await this.#http.json<TenantReply>("GET", at(tenantId), options)).tenant;
  }

  async create(name: string, options: RequestOptions = {}): Promise<Tenant> {
    const request = { ...options, json: { name } };
    return (await this.#http.json<TenantReply>("POST", "/api/admin/tenants", request)).tenant;
  }

  async change(tenantId: string, change: TenantChange, options: RequestOptions = {}): Promise<Tenant> {
    return (await this.#http.json<TenantReply>("PATCH", at(tenantId), { ...options, json: change })).tenant;
  }
}
