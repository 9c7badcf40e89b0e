import type { Role, Session } from "@assay/client";
import { ActForm } from "@assay/site/act-form";
import { siteConfig } from "@assay/site/site-config";
import { ROLE_NAMES } from "@assay/site/use-session";
import { Button, Dialog, Select, TextField } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { ROLE_MEANINGS, rolesWithin } from "./roles.ts";
import { writeInvitation } from "./write-invitation.ts";

const EMAIL_LENGTH_MAX = 320;

/** Makes somebody a member; a new account's first password shows once. */
export function InviteDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const [role, setRole] = useState<Role>("MEMBER");
  const signInUrl = useSignInUrl();
  const { mutate, isPending, error, told } = useSecretAct(({ admin }, email: string) =>
    admin.members.invite({ email, role }),
  );
  if (told?.invitation) {
    const { email } = told.member;
    const { password } = told.invitation;
    const tenant = session.tenant.name;
    return (
      <ShownOnce
        title={`${email} is a member`}
        what="first password"
        secret={password}
        message={writeInvitation({ tenant, email, password, signInUrl })}
        onClose={onClose}
      >
        <p>
          They must choose their own password when they first sign in. Send this by a channel that only they can read.
        </p>
      </ShownOnce>
    );
  }
  if (told)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`${told.member.email} is a member`}
        actions={
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p role="status" className="text-sm">
          They already have an account and sign in with their own password. If the account belongs to another tenant,
          they still sign in there: ask the operator of the service to move the account if it should open this tenant.
        </p>
      </Dialog>
    );
  return (
    <ActForm
      title="Invite somebody"
      description={`The person becomes a member of ${session.tenant.name} at once.`}
      act="Invite"
      busy={isPending}
      error={error}
      onSubmit={(form) => mutate(String(form.get("email")))}
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        required
        maxLength={EMAIL_LENGTH_MAX}
        autoComplete="off"
        hint="The person signs in with it. The service sends no e-mail: tell them yourself."
      />
      <RoleField value={role} roles={rolesWithin(session.role)} onChange={setRole} />
    </ActForm>
  );
}

interface RoleFieldProps {
  value: Role;
  roles: readonly Role[];
  onChange: (role: Role) => void;
}

export function RoleField({ value, roles, onChange }: RoleFieldProps) {
  return (
    <Select
      label="Role"
      hint={ROLE_MEANINGS[value]}
      options={roles.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
      value={value}
      onChange={(role) => onChange(role as Role)}
    />
  );
}

/** Where the tenant's people sign in: the portal, where it is known. */
export function useSignInUrl(): string {
  const { data } = useQuery({
    queryKey: ["site-config"],
    queryFn: () => siteConfig(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return new URL(data?.sites?.portal ?? "/cm", location.origin).href;
}
