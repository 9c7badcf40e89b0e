import type { PackBinding } from "../generated/admin-types.ts";
import type { PackBindingReply } from "../generated/replies.ts";
import { path, type RequestOptions } from "../http.ts";
import { Resource } from "../resource.ts";

/** At which version the tenant uses its packs. */
export class Bindings extends Resource {
  /** Throws NotFoundError where the tenant does not use the pack. */
  async get(packId: string, options: RequestOptions = {}): Promise<PackBinding> {
    return (await this.http.json<PackBindingReply>("GET", path`/api/admin/bindings/${packId}`, options)).binding;
  }

  /** Binds the tenant to a published version, for its runs from now on. For a SUPER_ADMIN. */
  async put(packId: string, criteriaVersionId: string, options: RequestOptions = {}): Promise<PackBinding> {
    const request = { ...options, json: { criteriaVersionId } };
    return (await this.http.json<PackBindingReply>("PUT", path`/api/admin/bindings/${packId}`, request)).binding;
  }
}
