import type { InvitedMember, Member, NewMember } from "../generated/admin-types.ts";
import type { InvitationReply, MemberListReply, MemberReply } from "../generated/replies.ts";
import type { Role } from "../generated/types.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";

const at = (userId: string) => `/api/admin/members/${encodeURIComponent(userId)}`;

export interface MemberFilters extends RequestOptions {
  readonly role?: Role | undefined;
  /** Part of the e-mail, in any case. */
  readonly q?: string | undefined;
}

/** Who belongs to the tenant. */
export class Members {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  list({ signal, ...filters }: MemberFilters = {}): List<Member> {
    return new List(async (page) => {
      const request = { query: { ...filters, ...page }, signal };
      const reply = await this.#http.json<MemberListReply>("GET", "/api/admin/members", request);
      return { items: reply.members, nextCursor: reply.nextCursor };
    });
  }

  /** Makes somebody a member, and an account where there is none: its first password is told here alone. */
  invite(member: NewMember, options: RequestOptions = {}): Promise<InvitedMember> {
    return this.#http.json("POST", "/api/admin/members", { ...options, json: member });
  }

  async changeRole(userId: string, role: Role, options: RequestOptions = {}): Promise<Member> {
    return (await this.#http.json<MemberReply>("PATCH", at(userId), { ...options, json: { role } })).member;
  }

  /** Another first password, told here alone. The member's sessions end. Not with an API key. */
  async resetPassword(userId: string, options: RequestOptions = {}): Promise<string> {
    const reply = await this.#http.json<InvitationReply>("POST", `${at(userId)}/first-password`, options);
    return reply.invitation.password;
  }

  /** Ends the access with the next request. What the member did stays. */
  async remove(userId: string, options: RequestOptions = {}): Promise<void> {
    await this.#http.send("DELETE", at(userId), options);
  }
}
