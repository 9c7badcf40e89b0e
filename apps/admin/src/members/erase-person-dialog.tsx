import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, lines } from "@assay/site/form-dialog";
import { Button, Dialog } from "@assay/ui";
import type { ReactNode } from "react";
import { LastAdminNotice } from "./last-admin-notice.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";
import { readMembersAgain, usePersonsAct } from "./use-persons-act.ts";

/** Erases a person who asked for it, in every tenant; says what ends, what gets another name, and what stays. */
export function ErasePersonDialog({ member: { userId, email }, isMe, isLastAdmin, onClose }: MemberDialogProps) {
  const erase = usePersonsAct((persons, { reason }: { reason: string }) => persons.erase(userId, reason));
  if (isLastAdmin)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`${email} cannot be erased`}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <LastAdminNotice isMe={isMe} />
      </Dialog>
    );
  const closeErased = () => {
    onClose();
    readMembersAgain();
  };
  if (erase.data)
    return (
      <Dialog
        open
        onOpenChange={closeErased}
        title="The person is erased"
        actions={
          <Button look="primary" onClick={closeErased}>
            Close
          </Button>
        }
      >
        <p className="text-sm" role="status">
          In {erase.data.tenants.toLocaleString()} {erase.data.tenants === 1 ? "tenant" : "tenants"}, their name is now{" "}
          <code className="break-all">{erase.data.name}</code>. Their account is gone.
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      title="Erase this person?"
      description="In every tenant at once, not only in this one. There is no way back."
      fields={{
        reason: lines("Reason", {
          required: true,
          length: TEXT_LIMITS.signOffStatement,
          hint: "Such as the number of their request. Only its SHA-256 is kept.",
        }),
      }}
      typed={email}
      act="Erase the person"
      by={erase}
      failed="Nothing has been erased."
      onSend={erase.mutate}
      onClose={onClose}
    >
      <Part title="What ends">
        <li>their account, second factors, sessions, and connected applications</li>
        <li>their API keys, in every tenant: what uses them stops</li>
        <li>their memberships, open invitations, and waiting mails</li>
        <li>what a company’s directory gave of them</li>
      </Part>
      <Part title="What gets another name">
        <li>
          their memberships, reviews, comments and signatures: <code>erased-</code> and the end of their id
        </li>
      </Part>
      <Part title="What stays, and why">
        <li>what they decided, wrote and signed, with their id: it is evidence of an assessment</li>
        <li>their name in sealed snapshots, exports, and signatures of version 1: a change would break their seal</li>
        <li>digests in the audit log: somebody who knows the name and the rest of a row can confirm it</li>
        <li>names in free text: an administrator can redact comments and reasons</li>
        <li>backups until they expire, and packages and exports that left</li>
      </Part>
      <p className="text-muted">Make sure first who asks, and that no law demands to keep the person’s name.</p>
    </FormDialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc ps-5">{children}</ul>
    </section>
  );
}
