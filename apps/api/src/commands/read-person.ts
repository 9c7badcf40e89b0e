import { parseArgs } from "node:util";
import { inviteMemberBody, isUuid } from "@assay/contract";
import { ConfigError } from "../config.ts";

/** Whom a command of the operator is about: an address in lower case, or a user's id; and with `why` the reason. Throws ConfigError. */
export function readPerson(command: string, what: string, { why }: { readonly why: boolean }) {
  const usage = `Usage: npm run ${command} -- --person <e-mail or user id>${why ? " --reason <text>" : ""}`;
  const { person, reason } = parse(usage, why);
  const email = inviteMemberBody.shape.email.safeParse(person);
  const given = person !== undefined && isUuid(person) ? person : email.data;
  if (given === undefined)
    throw new ConfigError(`Cannot ${what} because --person must be an e-mail or a user's id\n${usage}`);
  const trimmed = reason?.trim() ?? "";
  if (why && !trimmed) throw new ConfigError(`Cannot ${what} because --reason is missing\n${usage}`);
  return { person: given, reason: trimmed };
}

function parse(usage: string, why: boolean): { person?: string | undefined; reason?: string | undefined } {
  const person = { type: "string" } as const;
  try {
    return parseArgs({ options: why ? { person, reason: person } : { person } }).values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`);
  }
}
