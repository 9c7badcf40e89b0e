import type { PackBinding } from "../generated/admin-types.ts";
import type { PackBindingReply } from "../generated/replies.ts";
import type { Http, RequestOptions } from "../http.ts";

const at = (packId: string) => `/api/admin/bindings/${encodeURIComponent(packId)}`;

/** At which version the tenant uses its packs. */
export class Bindings {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** NOT_FOUND where the tenant does not use the pack. */
  async get(packId: string, options: RequestOptions = {}): Promise<PackBinding> {
    return (await this.#http.json<PackBindingReply>("GET", at(packId), options)).binding;
  }

  /** Binds the tenant to a published version, for its runs from now on. For a SUPER_ADMIN. */
  async put(packId: string, criteriaVersionId: string, options: RequestOptions = {}): Promise<PackBinding> {
    const request = { ...options, json: { criteriaVersionId } };
    return (await this.#http.json<PackBindingReply>("PUT", at(packId), request)).binding;
  }
}
