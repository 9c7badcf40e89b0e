/** Something that has to happen again and again, in the words of a requirement, a rule and its records. */
export interface Subject {
  /** `{every}` is replaced by how often. */
  readonly requirement: string;
  readonly rule: string;
  /** What its records are called. */
  readonly record: string;
  /** What a record says was done; begins a sentence. */
  readonly act: string;
  /** Another subject that the same register may hold. */
  readonly other: string;
}

export const TUNED: readonly Subject[] = [
  {
    requirement: "User access rights are reviewed {every}.",
    rule: "System owners review user access rights {every}.",
    record: "Access review",
    act: "The access review",
    other: "Backup restore test",
  },
  {
    requirement: "Restoring from backup is tested {every} and the result is recorded.",
    rule: "The operations team tests restoring from backup {every}.",
    record: "Backup restore test",
    act: "The backup restore test",
    other: "Firewall rule review",
  },
  {
    requirement: "Firewall rules are reviewed {every}.",
    rule: "The network team reviews the firewall rules {every}.",
    record: "Firewall rule review",
    act: "The review of the firewall rules",
    other: "Supplier assessment",
  },
  {
    requirement: "Internet-facing systems are scanned for vulnerabilities {every}.",
    rule: "Internet-facing systems are scanned for vulnerabilities {every}.",
    record: "Vulnerability scan",
    act: "The vulnerability scan of all internet-facing systems",
    other: "Access review",
  },
];

/** Kept back: not looked at while the finder and the rules were made. */
export const KEPT: readonly Subject[] = [
  {
    requirement: "The business continuity plan is exercised {every}.",
    rule: "The continuity manager exercises the business continuity plan {every}.",
    record: "Continuity exercise",
    act: "The business continuity exercise",
    other: "Visitor badge check",
  },
  {
    requirement: "Critical suppliers are assessed {every}.",
    rule: "Procurement assesses the critical suppliers {every}.",
    record: "Supplier assessment",
    act: "The assessment of the critical suppliers",
    other: "Fire drill",
  },
  {
    requirement: "Privileged accounts are recertified {every} by their owners.",
    rule: "Owners recertify privileged accounts {every}.",
    record: "Recertification of privileged accounts",
    act: "The recertification of the privileged accounts",
    other: "Cleaning of the server room",
  },
  {
    requirement: "The risk committee meets {every} to discuss open risks.",
    rule: "The risk committee meets {every}.",
    record: "Risk committee meeting",
    act: "The meeting of the risk committee on open risks",
    other: "Penetration test",
  },
];
