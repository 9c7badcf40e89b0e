import type { ApiKey, ApiKeyState, CreatedApiKey, NewApiKey } from "../generated/admin-types.ts";
import type { ApiKeyListReply } from "../generated/replies.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";

export class ApiKeys {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first, those that are revoked or have expired included. */
  list({ signal, ...filters }: RequestOptions & { state?: ApiKeyState | undefined } = {}): List<ApiKey> {
    return new List(async (page) => {
      const request = { query: { ...filters, ...page }, signal };
      const reply = await this.#http.json<ApiKeyListReply>("GET", "/api/admin/api-keys", request);
      return { items: reply.apiKeys, nextCursor: reply.nextCursor };
    });
  }

  /** The key itself is told here alone. */
  create(apiKey: NewApiKey, options: RequestOptions = {}): Promise<CreatedApiKey> {
    return this.#http.json("POST", "/api/admin/api-keys", { ...options, json: apiKey });
  }

  /** Ends the key with the next request. */
  async revoke(apiKeyId: string, options: RequestOptions = {}): Promise<void> {
    await this.#http.send("DELETE", `/api/admin/api-keys/${encodeURIComponent(apiKeyId)}`, options);
  }
}
