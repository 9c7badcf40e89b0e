import type { Role } from "@assay/client";
import type { Member } from "@assay/client/admin";
import { ChoiceFilter, Filters, TextFilter, useChoice, useTyped } from "@assay/site/filters";
import { formatDateTime } from "@assay/site/format";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { ROLE_NAMES } from "@assay/site/use-session";
import { ABOVE_ROW_LINK, Button, type Column } from "@assay/ui";
import { UserPlus, Users } from "lucide-react";
import { Page } from "../app/page.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { openAct } from "../lists/use-act.ts";
import { MemberDialogs } from "./member-dialogs.tsx";
import { MemberMenu } from "./member-menu.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { OpenResets } from "./open-resets.tsx";
import { ROLE_CHOICES } from "./roles.ts";
import { SecondFactorSection } from "./second-factor-section.tsx";

export default function MembersView() {
  const filters = { q: useTyped("q"), role: useChoice("role", ROLE_CHOICES) };
  const cursor = useCursor();
  const { data: session } = useTenantSession();
  const members = useTenantQuery({
    key: ["members", filters, cursor],
    load: ({ admin }, options) => admin.members.list({ ...filters, ...options }).page({ cursor }),
    keepWithin: 1,
  });
  const isFiltered = filters.q !== undefined || filters.role !== undefined;
  return (
    <Page
      title="Members"
      lead="Who can sign in to this tenant, and what each of them may do. Every change is in the audit log."
      actions={
        <Button look="primary" icon={<UserPlus size={14} aria-hidden />} onClick={() => openAct("invite")}>
          Invite somebody
        </Button>
      }
    >
      <SecondFactorSection />
      <OpenResets session={session} />
      <OpenInvitations session={session} />
      <Filters label="Filter the members">
        <TextFilter name="q" label="Search by e-mail" />
        <ChoiceFilter name="role" label="Role" every="Every role" choices={ROLE_CHOICES} />
      </Filters>
      <TableList
        query={members}
        what="members"
        lines={8}
        columns={columns(session?.actorId, session?.role)}
        rowKey={({ userId }) => userId}
        icon={Users}
        empty={
          isFiltered
            ? ["No member matches", "Change the filters to see others."]
            : ["Nobody belongs to this tenant yet", "Invite its first administrator: they invite everybody else."]
        }
      />
      <MemberDialogs members={members.data?.items ?? []} />
    </Page>
  );
}

function columns(me: string | undefined, myRole: Role | undefined): Column<Member>[] {
  return [
    {
      id: "email",
      header: "E-mail",
      className: "sm:w-[45%]",
      cell: ({ email, userId }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <bdi className="min-w-0 font-medium break-all">{email}</bdi>
          {userId === me && <span className="text-xs text-muted">you</span>}
        </span>
      ),
    },
    {
      id: "role",
      header: "Role",
      cell: ({ role, mayReview }) => `${ROLE_NAMES[role]}${role === "VIEWER" && mayReview ? ", may review" : ""}`,
    },
    { id: "since", header: "Member since", cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      id: "acts",
      header: "Actions",
      align: "end",
      cell: (member) => (
        <span className={ABOVE_ROW_LINK}>
          <MemberMenu member={member} isMe={member.userId === me} myRole={myRole} />
        </span>
      ),
    },
  ];
}
