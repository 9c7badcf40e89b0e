const SUBJECTS = ["The operations team", "Each plant", "The security officer", "An external auditor"];
const VERBS = ["reviews", "records", "tests", "approves", "encrypts", "restores"];
const OBJECTS = ["the backups", "all accounts", "the supplier list", "the firewall rules", "every incident"];

/** Sentences of about 60 characters, other ones for other seeds. */
export function makeText(seed: number, characters: number): string {
  let text = "";
  for (let at = 0; text.length < characters; at++) {
    const mixed = Math.imul(seed + 1, 2_654_435_761) + Math.imul(at, 40_503);
    const pick = (words: readonly string[], shift: number) => words[(mixed >>> shift) % words.length];
    text += `${pick(SUBJECTS, 3)} ${pick(VERBS, 7)} ${pick(OBJECTS, 13)} in week ${at} of plan ${seed}.\n`;
  }
  return text;
}
