import type { EvidencePassage } from "@assay/core/ports";

/** A kind of thing, place or people that a document may be about alone. */
interface Scope {
  /** As it names it. */
  readonly named: RegExp;
  /** A requirement with one of these words is about the same. */
  readonly asked: RegExp;
}

const scope = (named: string, asked = ""): Scope => ({
  named: new RegExp(`\\b(?:${named})\\b`, "i"),
  asked: new RegExp(`\\b(?:${[named, asked].filter(Boolean).join("|")})\\b`, "i"),
});

const SCOPES: readonly Scope[] = [
  scope("servers?", "data\\s?cent(?:er|re)s?|hosts?"),
  scope(
    "networks?|routers?|switch(?:es)?|firewalls?|vpn|virtual\\s+private\\s+networks?|intrusion\\s+(?:detection|prevention)|ids|dns",
    "routers?|switch(?:es)?|firewalls?|vpn|ports?|traffic|segment\\w*|perimeter|intrusions?|remote|connections?|wireless|wi-?fi|internet|transmi\\w+|transit",
  ),
  scope("wireless|wi-?fi|wlan|bluetooth", "networks?"),
  scope("cloud|saas|iaas|paas|aws|azure|gcp|google\\s+cloud|amazon\\s+web\\s+services|office\\s*365|microsoft\\s*365"),
  scope(
    "mobile|byod|smart\\s?phones?|tablets?|bring\\s+your\\s+own",
    "phones?|personal(?:ly)?[\\s-]owned|portable|devices?",
  ),
  scope(
    "laptops?|workstations?|desktops?|endpoints?|end[\\s-]user\\s+devices?",
    "computers?|devices?|screens?|sessions?|portable",
  ),
  scope(
    "remote\\s+(?:access|work(?:ing|ers?)?)|tele-?work\\w*|home\\s+(?:office|working)|work\\s+from\\s+home|hybrid\\s+work\\w*",
    "remote(?:ly)?|vpn|home",
  ),
  scope("e-?mails?|messaging|instant\\s+messag\\w+|chats?", "mailbox\\w*|phishing|messages?"),
  scope("databases?|database\\s+credentials|sql", "credentials"),
  scope("web\\s*(?:applications?|apps?|sites?|servers?)|mobile\\s+apps?|apis?", "applications?"),
  scope("applications?", "software|code|develop\\w*|deploy\\w*|releases?|changes?|tests?|tested|testing|environments?"),
  scope("removable\\s+media|usb|portable\\s+media|disposable\\s+media", "media|usb|removable|portable"),
  scope("printers?|print(?:ing)?|copiers?|fax\\w*"),
  scope("labs?|laborator(?:y|ies)", "sampl\\w*|specimens?|calibrat\\w*|incubat\\w*|reagents?"),
  scope("dmz|development\\s+environments?|test\\s+environments?"),
  scope("iot|internet\\s+of\\s+things|ot|industrial|scada|ics|medical\\s+devices?"),
  scope("payment\\s+cards?|card\\s*holder\\w*|pci(?:[\\s-]dss)?|cde", "payments?|cards?"),
  scope(
    "linux|windows|unix|mac\\s?os|kubernetes|containers?|docker|active\\s+directory|github|gitlab|slack",
    "source\\s+code|repositor\\w+|images?",
  ),
  scope("social\\s+media|blogs?|websites?"),
  scope(
    "third[\\s-]part(?:y|ies)|vendors?|suppliers?|partners?|service\\s+providers?|outsourc\\w+|business\\s+associates?|subprocessors?|subcontractors?",
    "contracts?|external|agreements?|procure\\w*|acqui\\w+|supply\\s+chain|providers?",
  ),
  scope(
    "contractors?|guests?|visitors?|customers?|clients?|students?|temporary\\s+(?:staff|workers?)|interns?",
    "external|third",
  ),
  scope("artificial\\s+intelligence|ai|machine\\s+learning|chatbots?|generative"),
  scope("cctv|video\\s+surveillance|telephon\\w+|voip|video\\s+conferenc\\w+"),
];

/** Titles that only end with a word of the list: "network" in "network and information security". */
const WIDE_TITLE =
  /\b(?:information|cyber)[\s-]*security\s+(?:policy|policies|program(?:me)?|manual|handbook)\b|\bit\s+(?:security\s+)?(?:policy|policies|handbook|manual)\b/i;
const SEVERAL = /\b(?:and|or)\b|[&,+]/i;
const EXTENSION = /\.[a-z]{2,5}$/i;
const STATES_SCOPE =
  /\b(?:this|the|these)\s+(?:[\w-]+\s+){0,5}?(?:polic(?:y|ies)|standard|procedure|plan|guideline|process|document|runbook|programme|program|section|rules?)s?\s+(?:is\s+|are\s+)?(?:also\s+|only\s+|solely\s+)?(?:appl(?:y|ies|icable)\s+(?:only\s+|solely\s+|exclusively\s+)?to|covers?|governs?|is\s+limited\s+to|concerns?)\s+(?<what>[^.;]{3,400})/gi;
const WIDE =
  /\b(?:(?:all|any|every|entire|whole)\s+(?:of\s+)?(?:the\s+|our\s+|its\s+)?(?:[\w'’()-]+\s+){0,4}?(?:employees?|staff|personnel|workforce|users?|workers?|people|persons?|individuals?|members|systems?|information|data|assets?|resources?|operations|departments|organi[sz]ation|company|facilities|technology)|the\s+(?:entire|whole)|information\s+(?:systems?|assets?|resources?)|(?:it|ict)\s+(?:systems?|assets?|resources?)|organi[sz]ation-?wide|company-?wide)\b/i;
/** "All employees who use mobile devices": what they do limits it, not who they are. */
const RESTRICTED =
  /\b(?:who|that|which|when|while|using|with\s+access\s+to|involved\s+in|responsible\s+for|engaged\s+in)\b(?<rest>.*)$/i;
const UNIT =
  /\b(?:the|our|its)\s+(?<name>(?:[\w&-]+\s+){1,3})(?:department|division|subsidiary|branch|business\s+unit|platform|product|application|office|site)\b/i;
const WIDE_UNIT = /\b(?:entire|whole|organi[sz]ation\w*|company\w*|all|every|it|corporate|and|or|of)\b/i;

/** "All servers, workstations and mobile devices": a list of so many kinds means all of them. */
const KINDS_OF_ALL_MIN = 3;

/** What a document is limited to by its title or by what it says of its scope; `null` where it is about all. */
export interface DocumentScope {
  /** One of each must be what is asked for: "cloud provider" is both, "servers and laptops" is either. */
  readonly limits: readonly (readonly Scope[])[];
  /** It is the document of one department, product or place. */
  readonly unit: string | null;
}

/** Reads the scope of each document from its title and from the passages that are shown of it. */
export function readScopes(passages: readonly EvidencePassage[]): ReadonlyMap<string, DocumentScope> {
  const texts = new Map<string, string[]>();
  for (const { documentTitle, text } of passages)
    texts.set(documentTitle, [...(texts.get(documentTitle) ?? []), text.replace(/\s+/g, " ")]);
  return new Map([...texts].map(([title, shown]) => [title, readScope(title, shown)]));
}

function readScope(path: string, texts: readonly string[]): DocumentScope {
  const title = (path.split(/[\\/]/).at(-1) ?? path).replace(EXTENSION, "").replace(/[_-]+/g, " ");
  const titled = WIDE_TITLE.test(title) ? [] : SCOPES.filter(({ named }) => named.test(title));
  const statements = texts.flatMap((text) => [...text.matchAll(STATES_SCOPE)].map(({ groups }) => groups?.what ?? ""));
  const stated = statements.map(readStatement);
  return {
    limits: [
      ...(SEVERAL.test(title) ? [titled] : titled.map((each) => [each])),
      ...stated.flatMap(({ limits }) => limits),
    ].filter(({ length }) => length > 0),
    unit: stated.find(({ unit }) => unit !== null)?.unit ?? null,
  };
}

function readStatement(what: string): DocumentScope {
  const rest = RESTRICTED.exec(what)?.groups?.rest;
  const about = rest !== undefined && SCOPES.some(({ named }) => named.test(rest)) ? rest : what;
  if (WIDE.test(about)) return { limits: [], unit: null };
  const unit = UNIT.exec(about)?.groups?.name?.trim() ?? null;
  const limits = SCOPES.filter(({ named }) => named.test(about));
  return {
    limits: limits.length < KINDS_OF_ALL_MIN ? [limits] : [],
    unit: unit !== null && !WIDE_UNIT.test(unit) ? unit : null,
  };
}

/** Whether a document is about less than a requirement asks for. */
export function isOutside({ limits, unit }: DocumentScope, requirement: string): boolean {
  if (unit !== null && !requirement.toLowerCase().includes(unit.toLowerCase())) return true;
  return limits.some((kinds) => kinds.length > 0 && !kinds.some(({ asked }) => asked.test(requirement)));
}
