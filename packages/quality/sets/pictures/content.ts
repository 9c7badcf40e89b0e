import { seeded } from "../period/seeded.ts";

/** Made records of a service, the same for the same seed. */
export interface Content {
  pick<T>(values: readonly T[]): T;
  number(from: number, to: number): number;
  readonly company: string;
  person(): string;
  mail(): string;
  date(): string;
  time(): string;
  id(prefix: string): string;
  sentence(): string;
  setting(): readonly [name: string, value: string];
}

const FIRST = [
  "Amara",
  "Jonas",
  "Priya",
  "Lukas",
  "Mei",
  "Tomas",
  "Nadia",
  "Oliver",
  "Ingrid",
  "Samuel",
  "Yara",
  "Felix",
];
const LAST = [
  "Okafor",
  "Weber",
  "Sharma",
  "Novak",
  "Lindqvist",
  "Hughes",
  "Rossi",
  "Tanaka",
  "Moreau",
  "Garcia",
  "Kowalski",
];
const COMPANIES = ["Northwind Health", "Eastmere Finance", "Lumenridge", "Tarnbrook Data", "Halden Logistics"];
const SUBJECTS = [
  "Multi-factor authentication",
  "Access to production systems",
  "The backup of customer records",
  "Encryption at rest",
  "The quarterly access review",
  "Each change to a firewall rule",
  "Security awareness training",
  "The incident response plan",
  "Vendor risk assessment",
  "Privileged account activity",
];
const ACTS = [
  "is required for every employee and contractor",
  "must be approved by the system owner before it takes effect",
  "was completed on schedule and recorded in the register",
  "is reviewed at least once every 90 days",
  "is logged and kept for 365 days",
  "was tested on 14 March 2026 with no findings",
  "is enforced by policy and cannot be disabled by users",
  "has been assigned to the compliance team",
  "applies to all cloud accounts and on-premises servers",
];
const SETTINGS = [
  ["Minimum password length", "14 characters"],
  ["Session timeout", "15 minutes"],
  ["Multi-factor authentication", "Required"],
  ["Password history", "24 remembered"],
  ["Account lockout threshold", "5 attempts"],
  ["Audit log retention", "365 days"],
  ["Encryption at rest", "AES-256"],
  ["TLS minimum version", "TLS 1.2"],
  ["Public access", "Blocked"],
  ["Automatic updates", "Enabled"],
  ["Guest access", "Disabled"],
  ["Backup frequency", "Every 6 hours"],
  ["Single sign-on", "SAML 2.0"],
  ["Key rotation", "Every 90 days"],
  ["Data residency", "eu-central-1"],
] as const;

export function makeContent(seed: number): Content {
  const { between: number, pick } = seeded(seed);
  const person = () => `${pick(FIRST)} ${pick(LAST)}`;
  const two = (value: number) => String(value).padStart(2, "0");
  return {
    pick,
    number,
    company: pick(COMPANIES),
    person,
    mail: () => `${person().toLowerCase().replace(" ", ".")}@${pick(["northwind", "eastmere", "lumenridge"])}.example`,
    date: () => `2026-${two(number(1, 12))}-${two(number(1, 28))}`,
    time: () => `${two(number(0, 23))}:${two(number(0, 59))}`,
    id: (prefix) => `${prefix}-${number(1000, 99_999)}`,
    sentence: () => `${pick(SUBJECTS)} ${pick(ACTS)}.`,
    setting: () => pick(SETTINGS),
  };
}
