import type { SignOffPayload, SignOffRole } from "../generated/types.ts";

/** The signatures that stand, in the order in which they were given. */
export type Standing = Map<SignOffRole, SignOffPayload>;

const SIGNING_ROLES: readonly string[] = ["MEMBER", "ADMIN", "SUPER_ADMIN"];
const ORDER: readonly SignOffRole[] = ["PREPARED", "REVIEWED", "APPROVED"];

/** Why an act could not follow the ones before it. Puts `standing` as it is after the act. */
export function findTurnProblems(standing: Standing, payload: SignOffPayload): string[] {
  const problems = SIGNING_ROLES.includes(payload.signerRole) ? [] : [`a ${payload.signerRole} cannot sign`];
  const ends = [...standing.values()].slice(endsFrom(standing, payload));
  if (payload.act === "WITHDRAWN") problems.push(...findWithdrawalProblems(standing, payload));
  else problems.push(...findOrderProblems(standing, payload));
  if (payload.withdraws.join() !== ends.map(({ signOffId }) => signOffId).join())
    problems.push("it does not end the signatures that it must end");
  for (const { role } of ends) standing.delete(role);
  if (payload.act === "SIGNED") standing.set(payload.role, payload);
  return problems;
}

/** From which of the standing signatures on an act ends them. */
function endsFrom(standing: Standing, { act, role }: SignOffPayload): number {
  if (act === "DECLINED") return 0;
  const at = act === "WITHDRAWN" ? [...standing.keys()].indexOf(role) : -1;
  return at < 0 ? standing.size : at;
}

function findWithdrawalProblems(standing: Standing, { role, signerId, signerRole }: SignOffPayload): string[] {
  const signed = standing.get(role);
  if (!signed) return [`no signature as ${role} stands`];
  const may = signed.signerId === signerId || signerRole !== "MEMBER";
  return may ? [] : ["it was withdrawn by somebody who is neither its signer nor an ADMIN"];
}

function findOrderProblems(standing: Standing, { act, role, signerId }: SignOffPayload): string[] {
  const problems: string[] = [];
  if (act === "DECLINED" && role !== "REVIEWED") problems.push(`nobody declines as ${role}`);
  if (standing.has(role)) problems.push(`a signature as ${role} stands already`);
  const earlier = ORDER.slice(0, ORDER.indexOf(role)).find((each) => !standing.has(each));
  if (earlier) problems.push(`it comes before the signature as ${earlier}`);
  if (role !== "PREPARED" && standing.get("PREPARED")?.signerId === signerId)
    problems.push("it is by the person who signed as PREPARED");
  return problems;
}
