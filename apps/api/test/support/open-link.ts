import { exchangeLinkReply, type LinkCapability, type LinkSession } from "@assay/contract";
import { expect } from "vitest";
import { makeLink } from "./settled-tenant.ts";
import type { TestClient } from "./test-client.ts";
import type { TestService, TestTenant } from "./test-service.ts";

interface OpenedLink {
  readonly id: string;
  readonly token: string;
  readonly session: LinkSession;
  readonly client: TestClient;
}

/** A link to the run that an auditor has opened: what acts as `link:<id>`. */
export async function openLink(
  assay: Pick<TestService, "client">,
  tenant: Pick<TestTenant, "as">,
  runId: string,
  capabilities: readonly LinkCapability[] = ["READ"],
): Promise<OpenedLink> {
  const { secret } = await makeLink(await tenant.as("ADMIN"), runId, capabilities);
  const response = await exchange(assay, secret);
  expect(response.status).toBe(200);
  const { session, token } = exchangeLinkReply.parse(await response.json());
  return { id: session.linkId, token, session, client: assay.client(token) };
}

export function exchange(assay: Pick<TestService, "client">, secret: string): Promise<Response> {
  return assay.client().sendJson("POST", "/api/links/exchange", { secret });
}
