// Mutants that change nothing that anybody could notice, each with its reason. `source` is what the mutant replaces by `text`.
const CANONICAL = "packages/client/src/verify/canonical-json.ts";
const FIX = "packages/core/src/exceptions/fix-exceptions.ts";
const COUNT = "packages/core/src/search/count-searched-terms.ts";
const DELIVER = "packages/core/src/webhooks/deliver.ts";
const EMBED = "packages/core/src/search/embed-search.ts";
const FIND = "packages/core/src/search/find-passages.ts";
const EXCHANGE = "packages/core/src/links/exchange-link.ts";
const HOLDER = "packages/core/src/links/find-link-holder.ts";
const PROPOSE = "packages/core/src/exceptions/propose-exception.ts";
const WITHDRAW = "packages/core/src/sign-offs/withdraw-sign-off.ts";
const QUOTE = "packages/core/src/search/pick-quote.ts";
const RE_ENCRYPT = "packages/core/src/webhooks/re-encrypt-secrets.ts";
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
  { file: EXCHANGE, line: 46, source: "!session", text: "false", why: "its row is locked just above, so it is found" },
  {
    file: EXCHANGE,
    line: 46,
    source: "throw linkEnded();",
    text: ";",
    why: "its row is locked just above, so it is found",
  },
  { file: HOLDER, line: 61, source: "skipLocked: true", text: "...{}", why: "it waits, and stores the same" },
  { file: HOLDER, line: 61, source: "true", text: "false", why: "it waits, and stores the same" },
  ...[78, 79].flatMap((line) => [
    { file: FIX, line, source: "<", text: "<=", why: "they differ, and no run fixes an exception twice" },
    { file: FIX, line, source: "1", text: "2", why: "a sort reads only the sign of what compares" },
  ]),
  {
    file: PROPOSE,
    line: 75,
    source: "id: requirements.id",
    text: "...{}",
    why: "only whether there is a row is asked",
  },
  { file: WITHDRAW, line: 37, source: "act: undefined", text: "...{}", why: "what is left out is undefined" },
  { file: COUNT, line: 27, source: "total: 0", text: "...{}", why: "without terms nobody reads it" },
  { file: COUNT, line: 27, source: "0", text: "1", why: "without terms nobody reads it" },
  {
    file: DELIVER,
    line: 64,
    source: "delayMs === undefined",
    text: "false",
    why: "a job that is done is put off until no time",
  },
  { file: DELIVER, line: 173, source: "0", text: "1", why: "no webhook has failed since 1970" },
  ...[40, 41, 49].map((line) => ({
    ...{ file: EMBED, line, source: "vector: null", text: "...{}" },
    why: "undefined is no vector either",
  })),
  {
    file: FIND,
    line: 87,
    source: " ?? Number.MAX_VALUE",
    text: "",
    why: "of one search all have a distance, or none",
  },
  { file: FIND, line: 88, source: "<", text: "<=", why: "no passage is in two parts" },
  { file: QUOTE, line: 79, source: " ?? to", text: "", why: "without a word it begins where the sentence does" },
  {
    file: RE_ENCRYPT,
    line: 17,
    source: "ne(webhooks.previousKeyId, box.keyId)",
    text: "undefined",
    why: "what has nothing to seal again is left as it is",
  },
];
