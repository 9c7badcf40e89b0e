import type { OperationSpec } from "./operation.ts";

/** What the documents say of an operation in addition to its summary: first who may not call it, whatever the role. */
export function descriptionOf(operation: OperationSpec): string | undefined {
  const said = [whoActs(operation), howFresh(operation), operation.description, howLong(operation)];
  return said.filter(Boolean).join(" ") || undefined;
}

/** The least role that an operation asks for, as a sentence. */
export function roleNeeded({ role }: OperationSpec, signedIn: boolean): string {
  if (role === "SUPER_ADMIN") return "For a SUPER_ADMIN.";
  if (role) return `For ${role === "ADMIN" ? "an" : "a"} ${role} and above.`;
  return signedIn ? "For anybody who is signed in." : "Needs no token.";
}

function howFresh({ fresh }: OperationSpec): string | undefined {
  return fresh && `Needs an authentication of the last ${fresh === "ACTION" ? "5 minutes" : "12 hours"}.`;
}

function howLong({ deprecated }: OperationSpec): string | undefined {
  return deprecated && `Deprecated since ${deprecated.since}; may be gone from ${deprecated.sunset}.`;
}

function whoActs({ person, member, reviewer, link }: OperationSpec): string | undefined {
  if (person) return "An action of a person: not with an API key.";
  if (member) return "An action of a member of the tenant: not with an API key.";
  if (reviewer && link)
    return "For a MEMBER, a VIEWER who may review, and an auditor's link that allows it; not with an API key.";
  return reviewer && "An action of a MEMBER or above, or of a VIEWER who may review: not with an API key.";
}
