import type { InvitedMember, Member, MemberChange, NewMember } from "../generated/admin-types.ts";
import type { InvitationReply, MemberListReply, MemberReply } from "../generated/replies.ts";
import type { Role } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface MemberFilters extends ListOptions {
  readonly role?: Role | undefined;
  /** Part of the e-mail, in any case. */
  readonly q?: string | undefined;
}

/** Who belongs to the tenant. */
export class Members extends Resource {
  /** Newest first. */
  list(filters: MemberFilters = {}): List<Member> {
    return listOf(this.http, "/api/admin/members", filters, ({ members }: MemberListReply) => members);
  }

  /** Makes somebody a member, and an account where there is none: its first password is told here alone. */
  invite(member: NewMember, options: RequestOptions = {}): Promise<InvitedMember> {
    return this.http.json("POST", "/api/admin/members", { ...options, json: member });
  }

  /**
   * Changes the role, or whether a VIEWER may review; what is left out stays. Throws InvalidStateError where the tenant
   * would be left without an ADMIN.
   */
  async change(userId: string, change: MemberChange, options: RequestOptions = {}): Promise<Member> {
    const request = { ...options, json: change };
    return (await this.http.json<MemberReply>("PATCH", path`/api/admin/members/${userId}`, request)).member;
  }

  /** Another first password, told here alone. The member's sessions end. Not with an API key. */
  async resetPassword(userId: string, options: RequestOptions = {}): Promise<string> {
    const at = path`/api/admin/members/${userId}/first-password`;
    return (await this.http.json<InvitationReply>("POST", at, options)).invitation.password;
  }

  /** Ends the access with the next request. What the member did stays. */
  async remove(userId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/members/${userId}`, options);
  }
}
