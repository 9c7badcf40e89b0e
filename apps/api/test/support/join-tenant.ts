import { acceptedInvitation, issuedInvitation, type Role } from "@assay/contract";
import { newId } from "@assay/db";
import { expect } from "vitest";
import type { TestClient } from "./test-client.ts";
import type { TestService } from "./test-service.ts";

export const OWN_PASSWORD = "a password of my own";

interface Joined {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  readonly client: TestClient;
}

/** Invites somebody new, who accepts with a password of their own and signs in with it. */
export async function joinTenant(
  assay: Pick<TestService, "client">,
  admin: TestClient,
  { email = `${newId()}@example.test`, role = "MEMBER" as Role } = {},
): Promise<Joined> {
  const secret = await inviteTo(admin, { email, role });
  const reply = await accept(assay.client(), { secret, password: OWN_PASSWORD });
  expect(acceptedInvitation.parse(await reply.json())).toMatchObject({ email, role });
  const { access_token: token, user } = (await signInTo(assay.client(), email))!;
  return { userId: user.id, email, token, client: assay.client(token) };
}

/** The secret of an invitation that is handed over. */
export async function inviteTo(admin: TestClient, body: { email: string; role: Role }): Promise<string> {
  const reply = await admin.sendJson("POST", "/api/admin/members", body);
  expect(reply.status, await reply.clone().text()).toBe(201);
  return issuedInvitation.parse(await reply.json()).secret!;
}

export function accept(client: TestClient, body: { secret: string; password?: string }): Promise<Response> {
  return client.sendJson("POST", "/api/invitations/accept", body);
}

export async function signInTo(client: TestClient, email: string, password = OWN_PASSWORD) {
  const reply = await client.sendJson("POST", "/auth/v1/token?grant_type=password", { email, password });
  return reply.ok ? ((await reply.json()) as { access_token: string; user: { id: string } }) : undefined;
}
