import type { AuditEntry } from "@assay/client/admin";

const ID_LENGTH_SHOWN = 8;
const KEY_ACTOR = "api-key:";

type Names = Readonly<Record<string, string>>;

/** The last characters of an id, which distinguish a few; other names stay whole. */
export function shortId(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? `…${id.slice(-ID_LENGTH_SHOWN)}` : id;
}

/** Who did it, in the words of people. */
export function nameActor({ actor }: Pick<AuditEntry, "actor">, names: Names): string {
  if (actor === "system") return "the service";
  const name = names[actor];
  if (actor.startsWith(KEY_ACTOR)) return `API key ${name ? `“${name}”` : shortId(actor.slice(KEY_ACTOR.length))}`;
  return name ?? `someone of another tenant, ${shortId(actor)}`;
}

/** What it is about: its name where it has one. */
export function nameObject({ object_type, object_id }: Pick<AuditEntry, "object_type" | "object_id">, names: Names) {
  return names[object_type === "api_key" ? `${KEY_ACTOR}${object_id}` : object_id] ?? shortId(object_id);
}
