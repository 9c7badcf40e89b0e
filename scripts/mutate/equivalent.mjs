// Mutants that change nothing that anybody could notice, each with its reason. `source` is what the mutant replaces by `text`.
const CANONICAL = "packages/client/src/verify/canonical-json.ts";
const SIGN_OFFS = "packages/client/src/verify/sign-off-turns.ts";

export const EQUIVALENT = [
  { file: CANONICAL, line: 8, source: "<", text: "<=", why: "an object has no key twice" },
  { file: CANONICAL, line: 8, source: "1", text: "2", why: "a sort reads only the sign of what compares" },
  {
    file: SIGN_OFFS,
    line: 7,
    source: '"APPROVED"',
    text: '"OTHER"',
    why: "the last role is found by where the others end",
  },
];
