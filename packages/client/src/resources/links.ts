import type { LinkListReply, LinkSessionReply } from "../generated/replies.ts";
import type { ExchangedLink, IssuedLink, Link, LinkSession, NewLink } from "../generated/types.ts";
import { createHttp, path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

/** Auditors' links: each shows one run to somebody without an account. All but `session` need an ADMIN. */
export class Links extends Resource {
  /** Those of a run, newest first, ended ones included. */
  list(runId: string, options: ListOptions = {}): List<Link> {
    return listOf(this.http, path`/api/runs/${runId}/links`, options, ({ links }: LinkListReply) => links);
  }

  /**
   * The secret is told here alone: `path` is the page of the portal that opens the link, once. At most 90 days.
   *
   * @example
   * const { path } = await assay.links.create(run.id, { label: "Audit LLP", capabilities: ["READ"], expiresAt });
   * console.log(`https://assay.example.com${path}`);
   */
  create(runId: string, link: NewLink, options: RequestOptions = {}): Promise<IssuedLink> {
    return this.http.json("POST", path`/api/runs/${runId}/links`, { ...options, json: link });
  }

  /** A new secret; whoever has the link open is out. Throws InvalidStateError for a link that has ended. */
  reissue(runId: string, linkId: string, options: RequestOptions = {}): Promise<IssuedLink> {
    return this.http.json("POST", path`/api/runs/${runId}/links/${linkId}/reissue`, options);
  }

  /** Ends the link with the next request. */
  async revoke(runId: string, linkId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/runs/${runId}/links/${linkId}`, options);
  }

  /** What the link of the client's token shows, and until when: for a client of `exchangeLink`. */
  async session(options: RequestOptions = {}): Promise<LinkSession> {
    return (await this.http.json<LinkSessionReply>("GET", "/api/links/session", options)).session;
  }
}

/** Sends a link's secret, without any token. */
export function sendLinkSecret(
  { baseUrl, fetch }: { baseUrl: string; fetch?: typeof globalThis.fetch | undefined },
  secret: string,
  options: RequestOptions = {},
): Promise<ExchangedLink> {
  const http = createHttp({ baseUrl, token: "", ...(fetch && { fetch }) });
  const headers = { Authorization: undefined };
  return http.json("POST", "/api/links/exchange", { ...options, headers, json: { secret } });
}
