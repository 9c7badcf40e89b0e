import { stemWord } from "@assay/language/words";

/** Each line is read as its first word, in any inflection. */
const SAME_MEANING = [
  ["leaver", "departing", "departed", "offboard", "termination", "terminated", "resign"],
  ["remove", "revoke", "revocation", "disable", "deactivate", "withdraw", "deprovision"],
  ["destroy", "destruction", "erase", "erasure", "purge", "dispose", "disposal", "shred", "wipe"],
  ["restore", "restoration", "recover", "recovery"],
  ["retain", "retention", "keep", "kept", "preserve"],
  ["report", "notify", "notification"],
  ["staff", "employee", "personnel", "workforce", "worker"],
  ["supplier", "vendor", "subcontractor", "provider"],
  ["train", "education", "educate", "course", "elearning"],
  ["management", "board", "directors", "leadership", "ceo", "ciso", "cto"],
  ["test", "exercise", "rehearse", "rehearsal", "drill", "simulation"],
  ["approve", "approval", "endorse", "ratify", "signoff"],
  ["review", "reassess", "reexamine", "revalidate", "recertify", "recertification"],
  ["require", "mandatory", "enforce", "obligatory", "compulsory"],
  ["right", "permission", "privilege", "entitlement"],
  ["password", "passphrase", "passcode"],
  ["malware", "antivirus", "antimalware", "virus"],
  ["authority", "regulator"],
  ["alert", "alarm"],
  ["offsite", "geographically"],
] as const;

const SPELLED_OUT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "2fa": "multifactor authentication",
    bcp: "business continuity plan",
    bia: "business impact analysis",
    dpa: "data processing agreement",
    dpia: "data protection impact assessment",
    dpo: "data protection officer",
    dr: "disaster recovery",
    drp: "disaster recovery plan",
    isms: "information security management system",
    mfa: "multifactor authentication",
    nda: "confidentiality agreement",
    nondisclosure: "confidentiality",
    pam: "privileged access management",
    pentest: "penetration test",
    pii: "personal data",
    rpo: "recovery point objective",
    rto: "recovery time objective",
    sso: "single sign on",
    vpn: "remote access",
    yearly: "annually",
  }).map(([word, spelled]) => [word, spelled.split(" ")]),
);

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:multi|two|2|second)[\s-]+factors?\b/gi, "multifactor"],
  [/\bback(?:ed|ing)?[\s-]+(?:them\s+|it\s+)?ups?\b/gi, "backup"],
  [/\bsign(?:ed|s)?[\s-]+off\b/gi, "signoff"],
  [/\bthird[\s-]+part(?:y|ies)\b/gi, "supplier"],
  [/\boff[\s-]+board/gi, "offboard"],
  [/\boff[\s-]+site\b/gi, "offsite"],
  [/\banti[\s-]+(?=malware|virus)/gi, "anti"],
  [/\bnon[\s-]+disclosure\b/gi, "nondisclosure"],
  [/\bpen(?:etration)?[\s-]+tests?\b/gi, "pentest"],
  [/\be-learning\b/gi, "elearning"],
];

const FIRST_OF_LINE = new Map(
  SAME_MEANING.flatMap(([first, ...others]) => others.map((other) => [stemWord(other), stemWord(first)] as const)),
);

/** Writes phrases of two words that mean one thing as one word. */
export function joinPhrases(text: string): string {
  return PHRASES.reduce((joined, [phrase, word]) => joined.replace(phrase, word), text);
}

/** The words that an abbreviation represents, or the word itself. */
export function spellOut(word: string): readonly string[] {
  return SPELLED_OUT.get(word) ?? [word];
}

/** The stem by which a line of equal meaning is known, or the stem itself. */
export function sameMeaning(stem: string): string {
  return FIRST_OF_LINE.get(stem) ?? stem;
}
