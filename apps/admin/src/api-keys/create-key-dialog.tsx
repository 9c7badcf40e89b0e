import type { ApiKeyRole } from "@assay/client/admin";
import { ActForm } from "@assay/site/act-form";
import { siteConfig } from "@assay/site/site-config";
import { ROLE_NAMES } from "@assay/site/use-session";
import { Select, TextField } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { ROLE_MEANINGS } from "../members/roles.ts";
import { type ExpiryChoice, expiryOf } from "./expiry.ts";
import { ExpiryField } from "./expiry-field.tsx";

const NAME_LENGTH_MAX = 100;
const ROLES: readonly ApiKeyRole[] = ["VIEWER", "MEMBER", "ADMIN"];

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<ApiKeyRole>("MEMBER");
  const [expiry, setExpiry] = useState<ExpiryChoice>("90");
  const { mutate, isPending, error, told } = useSecretAct(({ admin }, input: { name: string; expiresAt: string }) =>
    admin.apiKeys.create({ ...input, role }),
  );
  if (told)
    return (
      <ShownOnce title={`The key “${told.apiKey.name}” was created`} what="key" secret={told.key} onClose={onClose}>
        <KeyUse />
      </ShownOnce>
    );
  return (
    <ActForm
      title="New API key"
      description="Create a key for each program, with the lowest role that it needs."
      act="Create the key"
      busy={isPending}
      error={error}
      onSubmit={(form) =>
        mutate({
          name: String(form.get("name")),
          expiresAt: expiryOf(expiry, String(form.get("day")), new Date()),
        })
      }
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={NAME_LENGTH_MAX}
        autoComplete="off"
        hint="What uses it, such as “Nightly upload”"
      />
      <Select
        label="Role"
        hint={ROLE_MEANINGS[role]}
        options={ROLES.map((each) => ({ value: each, label: ROLE_NAMES[each] }))}
        value={role}
        onChange={(next) => setRole(next as ApiKeyRole)}
      />
      <ExpiryField value={expiry} onChange={setExpiry} />
    </ActForm>
  );
}

/** How a program uses a key. */
export function KeyUse() {
  const { data } = useQuery({
    queryKey: ["site-config"],
    queryFn: () => siteConfig(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="flex flex-col gap-1.5">
      <p>Store it with the program's secrets. It goes into the Authorization header of each request:</p>
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs">
        curl -H &quot;Authorization: Bearer $ASSAY_KEY&quot; {data?.apiUrl ?? ""}/api/runs
      </pre>
    </div>
  );
}
