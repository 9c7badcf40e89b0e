import type { ApiKey, ApiKeyState, CreatedApiKey, NewApiKey } from "../generated/admin-types.ts";
import type { ApiKeyListReply } from "../generated/replies.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

const API_KEYS = "/api/admin/api-keys";

/** Access for programs. */
export class ApiKeys extends Resource {
  /** Newest first, those that are revoked or have expired included. */
  list(filters: ListOptions & { state?: ApiKeyState | undefined } = {}): List<ApiKey> {
    return listOf(this.http, API_KEYS, filters, ({ apiKeys }: ApiKeyListReply) => apiKeys);
  }

  /** The key itself is told here alone; at most one year, and no role above one's own. */
  create(apiKey: NewApiKey, options: RequestOptions = {}): Promise<CreatedApiKey> {
    return this.http.json("POST", API_KEYS, { ...options, json: apiKey });
  }

  /** Ends the key with the next request. */
  async revoke(apiKeyId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/api-keys/${apiKeyId}`, options);
  }
}
