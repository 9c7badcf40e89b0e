import { domainOfEmail } from "@assay/contract";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import type { DirectoryFields } from "@assay/core/scim";
import { type Attributes, isObject, readBoolean, readOptional, readRequired } from "./read-body.ts";
import { type AttributePath, type PatchOperation, readPatch, readResource } from "./read-patch.ts";
import { quote, refuse } from "./refuse.ts";
import { USER } from "./urns.ts";

const NAME_MAX = 256;
const ID_MAX = 256;
/** Of the protocol, and not kept: nothing here is made of them. */
const NOT_KEPT = new Set([
  ...["title", "nickname", "profileurl", "usertype", "preferredlanguage", "locale", "timezone", "password"],
  ...["phonenumbers", "ims", "photos", "addresses", "entitlements", "roles", "x509certificates", "schemas"],
]);
const READ_ONLY = new Set(["id", "meta", "groups"]);

/** A person while what a directory says is put together. */
interface Draft extends Omit<DirectoryFields, "userName" | "email"> {
  readonly userName: string | null;
  /** Null where the user name is the address. */
  readonly email: string | null;
}

const EMPTY: Draft = {
  userName: null,
  email: null,
  externalId: null,
  displayName: null,
  givenName: null,
  familyName: null,
  active: true,
};

/** What the body of POST and PUT says. Throws invalidSyntax, invalidValue. */
export function readUser(body: Attributes): DirectoryFields {
  return finish(readResource(body, USER).reduce(apply, EMPTY));
}

/** What the body of PATCH makes of a person. Throws as `readPatch`, and invalidValue, mutability. */
export function readUserPatch(body: Attributes): (before: DirectoryFields) => DirectoryFields {
  const operations = readPatch(body, USER);
  return (before) => {
    const isNamedByAddress = before.email === before.userName.toLowerCase();
    const draft: Draft = { ...before, email: isNamedByAddress ? null : before.email };
    return finish(operations.reduce(apply, draft));
  };
}

function finish({ userName, email, ...draft }: Draft): DirectoryFields {
  const name = readRequired("userName", userName, TEXT_LIMITS.email);
  const address = (email ?? name).toLowerCase();
  if (domainOfEmail(address) === undefined || /\s/.test(address))
    throw refuse(
      "invalidValue",
      `Cannot save the user because ${quote(address)} is no e-mail address: send one in 'emails', or as 'userName'`,
    );
  return { userName: name, email: address, ...draft };
}

function apply(draft: Draft, { op, path, value, isNamed }: PatchOperation): Draft {
  if (!path) return draft;
  const given = op === "remove" ? null : value;
  const { attribute, sub } = path;
  switch (attribute) {
    case "username":
      return { ...draft, userName: readRequired("userName", given, TEXT_LIMITS.email) };
    case "externalid":
      return { ...draft, externalId: readOptional("externalId", given, ID_MAX) };
    case "displayname":
      return { ...draft, displayName: readOptional("displayName", given, NAME_MAX) };
    case "name":
      return { ...draft, ...readName(sub, given) };
    case "active":
      return { ...draft, active: readBoolean("active", given) };
    case "emails":
      return { ...draft, ...readEmail(path, given) };
    default:
      return ignore(draft, attribute, isNamed);
  }
}

/** What is not known in an object is passed over, as the protocol wants; a path that leads nowhere is a mistake. */
function ignore(draft: Draft, attribute: string, isNamed: boolean): Draft {
  if (!isNamed || NOT_KEPT.has(attribute)) return draft;
  if (READ_ONLY.has(attribute)) throw refuse("mutability", `Cannot change ${quote(attribute)}: it is read-only`);
  throw refuse("invalidPath", `Cannot find the attribute ${quote(attribute)} of a user`);
}

function readName(sub: string | undefined, value: unknown): Partial<Draft> {
  if (sub === undefined) {
    if (value === null) return { givenName: null, familyName: null };
    if (!isObject(value)) throw refuse("invalidValue", "Cannot read 'name' because it must be an object");
    return Object.assign({}, ...Object.entries(value).map(([key, each]) => readName(key.toLowerCase(), each)));
  }
  if (sub === "givenname") return { givenName: readOptional("name.givenName", value, NAME_MAX) };
  if (sub === "familyname") return { familyName: readOptional("name.familyName", value, NAME_MAX) };
  return {};
}

/** The address is the primary one, else the one for work, else the first. */
function readEmail({ filter, sub }: AttributePath, value: unknown): Partial<Draft> {
  const isAbout = (word: string) => filter?.toLowerCase().includes(word) ?? false;
  if (filter !== undefined && !isAbout('"work"') && !isAbout("primary")) return {};
  if (sub !== undefined && sub !== "value") return {};
  if (value === null) return { email: null };
  if (sub === "value" || typeof value === "string") return { email: readOptional("emails", value, TEXT_LIMITS.email) };
  const all = (Array.isArray(value) ? value : [value]).filter(isObject);
  const chosen = all.find(({ primary }) => primary === true) ?? all.find(({ type }) => type === "work") ?? all[0];
  return { email: readOptional("emails", chosen?.value, TEXT_LIMITS.email) };
}
