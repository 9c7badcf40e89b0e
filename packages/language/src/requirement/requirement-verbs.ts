/** Verbs of requirements in their base form. */
const WORDS = `acquire address adopt agree alert align allocate allow analyse analyze apply appoint approve archive assess assign attend audit authenticate authorise authorize block change check classify collect communicate complete comply conduct confirm consider contain control coordinate correct cover create define delete deliver demonstrate deny deploy describe designate destroy detect determine develop disable disclose display disseminate distribute document employ enable encrypt enforce ensure escalate escort establish evaluate examine exercise exist explain facilitate give govern grant handle hold identify implement include incorporate inform initiate inspect install integrate inventory investigate issue keep lead limit list log maintain manage measure meet mitigate monitor name notify obtain offer operate oversee perform permit plan practise prepare preserve prevent prioritise prioritize prohibit protect prove provide reassess receive record recover reduce reflect remove repair report require resolve respond restore restrict retain retrieve return review revise revoke sanction scan screen secure select send separate set sign specify state store submit supervise support take terminate test track train treat update use validate verify wear withdraw`;

/** Their third person may also be a plural noun: "reviews", "tests". */
const NOUNS = new Set(
  "address alert lead allow audit block change check control document exercise escort handle limit list log name offer permit plan process record repair report require return review scan screen set state store support test track train update use".split(
    " ",
  ),
);

export const VERBS: readonly string[] = WORDS.split(/\s+/);

export const thirdPerson = (verb: string) =>
  verb.endsWith("y") && !/[aeou]y$/.test(verb)
    ? `${verb.slice(0, -1)}ies`
    : /(?:s|sh|ch|x|o)$/.test(verb)
      ? `${verb}es`
      : `${verb}s`;

/** Third persons that are no nouns. */
export const CLEAR_VERBS: readonly string[] = VERBS.filter((verb) => !NOUNS.has(verb));

export const CLEAR_THIRD_PERSONS: readonly string[] = VERBS.filter(
  (verb) => !NOUNS.has(verb) || verb === "address",
).map(thirdPerson);
