import { Assay } from "./assay.ts";
import type { ExchangedLink, LinkSession } from "./generated/types.ts";
import { type AssayOptions, createHttp, type RequestOptions } from "./http.ts";

export interface OpenedLink {
  /** Reaches the link's run, and nothing else. */
  readonly assay: Assay;
  readonly session: LinkSession;
  /** The token of `assay`, for a client that is made later: good for 8 hours after each use. */
  readonly token: string;
}

/**
 * Opens an auditor's link, which is possible once. Throws UnauthorizedError with `details.reason` LINK_ENDED for a link that
 * is not active, InvalidStateError for one that was opened before.
 *
 * @example
 * const { assay, session } = await exchangeLink("https://assay.example.com", secret);
 * const verdicts = await assay.runs.assessments(session.runId);
 */
export async function exchangeLink(
  baseUrl: string,
  secret: string,
  options: RequestOptions & Pick<AssayOptions, "fetch"> = {},
): Promise<OpenedLink> {
  const { fetch, ...request } = options;
  const { session, token } = await sendLinkSecret({ baseUrl, fetch }, secret, request);
  return { assay: new Assay({ baseUrl, token, ...(fetch && { fetch }) }), session, token };
}

/** Sends a link's secret, without any token. */
function sendLinkSecret(
  { baseUrl, fetch }: { baseUrl: string; fetch?: typeof globalThis.fetch | undefined },
  secret: string,
  options: RequestOptions = {},
): Promise<ExchangedLink> {
  const http = createHttp({ baseUrl, token: "", ...(fetch && { fetch }) });
  const headers = { Authorization: undefined };
  return http.json("POST", "/api/links/exchange", { ...options, headers, json: { secret } });
}
