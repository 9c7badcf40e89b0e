import { threadMsOf } from "@assay/testing/thread-time";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitParts } from "../src/requirement/index.ts";

const split = (title: string, criterionTitle = "Criterion", subcheckLabel: string | null = null) =>
  splitParts({ title, subcheckLabel, criterionTitle });
const textsOf = (title: string) => split(title).map(({ text }) => text);

describe("numbered items are parts as they are", () => {
  test("letters, numbers in brackets and numerals, with their marks as labels", () => {
    const title =
      "Media handling: a. Label removable media; b. Before disposal: 1. Erase the media; and 2. Record the erasure; and c. Store media in a locked room.";
    expect(split(title).map(({ label, text }) => [label, text])).toEqual([
      ["a", "Media handling: Label removable media"],
      ["b.1", "Media handling: Before disposal erase the media"],
      ["b.2", "Media handling: Before disposal record the erasure"],
      ["c", "Media handling: Store media in a locked room"],
    ]);
    expect(
      split("Procedures exist to (i) confirm who asks; (ii) log the request; and (iii) tell the owner.").map(
        ({ label, text }) => [label, text],
      ),
    ).toEqual([
      ["i", "Procedures exist to confirm who asks"],
      ["ii", "Procedures exist to log the request"],
      ["iii", "Procedures exist to tell the owner"],
    ]);
  });

  test("a lead-in is no part and is carried into each item", () => {
    expect(textsOf("The organization: a. Develops and documents a plan; b. Reviews the plan each year.")).toEqual([
      "The organization develops and documents a plan",
      "The organization reviews the plan each year",
    ]);
    expect(textsOf("Records show the following: (1) what was changed, (2) who changed it, and (3) when.")).toEqual([
      "Records show the following: what was changed",
      "Records show the following: who changed it",
      "Records show the following: when",
    ]);
  });

  test("a sentence of its own before the items is a part too", () => {
    expect(
      textsOf("A register of suppliers is kept.\n- It names an owner\n- It names the data that they hold"),
    ).toEqual(["A register of suppliers is kept", "It names an owner", "It names the data that they hold"]);
  });

  test("single marks, abbreviations and placeholders begin no series", () => {
    for (const title of [
      "Class a. systems are reviewed e.g. by sampling, i.e. not all of them",
      "Report to [one or more of: a. the regulator; b. the board] within [time period]",
      "Review type 1 accounts in the U.S. Government systems",
    ])
      expect(textsOf(title)).toEqual([title]);
  });
});

describe("a statement is split only where each side is alone", () => {
  test.each([
    "Do not use group, shared, or generic IDs",
    "Policies and procedures are established",
    "Identities and credentials for authorised people, services and hardware are managed",
    "Roles, responsibilities and authorities are assigned and communicated",
    "Implement measures to prevent, detect and correct security violations",
    "Sensitive data is encrypted at rest on servers and laptops, and in transit over public networks",
    "Prohibit or restrict the use of unneeded ports",
    "Changes are tested when a flaw is found or when components are replaced",
    "Accounts that are unused and created for tests are removed",
    "Name a team to lead and support the response",
  ])("%s", (title) => expect(textsOf(title)).toEqual([title]));

  test.each([
    [
      "The access policy is approved by the board and reviewed at least annually",
      ["The access policy is approved by the board", "The access policy is reviewed at least annually"],
    ],
    [
      "Rights are reviewed every 90 days and the outcome of each review is recorded",
      ["Rights are reviewed every 90 days", "the outcome of each review is recorded"],
    ],
    [
      "A register lists hardware and software and names an owner for each asset",
      ["A register lists hardware and software", "A register names an owner for each asset"],
    ],
    [
      "Topic policies shall be defined, approved by management, published, communicated to and acknowledged by staff, and reviewed at planned intervals",
      [
        "Topic policies shall be defined, approved by management and published",
        "Topic policies shall be communicated to and acknowledged by staff",
        "Topic policies shall be reviewed at planned intervals",
      ],
    ],
    [
      "Networks are segmented; remote access is restricted; and connections are logged.",
      ["Networks are segmented", "remote access is restricted", "connections are logged"],
    ],
    [
      "Train the workforce on the policies. Keep a record of each training.",
      ["Train the workforce on the policies", "Keep a record of each training"],
    ],
  ])("%s", (title, parts) => expect(textsOf(title)).toEqual(parts));

  test("a sub-item without a subject names its criterion", () => {
    expect(split("Approved by management", "Backup concept", "b")).toEqual([
      { text: "Backup concept: Approved by management", label: "b", prohibition: false },
    ]);
  });
});

describe("a part that forbids is a prohibition", () => {
  test.each([
    "Do not use group, shared, or generic IDs",
    "Passwords must not be written down",
    "Card verification codes are never stored after authorisation",
    "No user may share a password with another person",
    "The use of personal e-mail for business data is prohibited",
    "Prohibit remote activation of microphones",
    "Customer data shall not be used in test systems",
  ])("%s", (title) => expect(split(title).map(({ prohibition }) => prohibition)).toEqual([true]));

  test.each([
    "Backups are kept for no less than 90 days",
    "Breaches are reported not later than 72 hours after discovery",
    "Accounts that are not used for 90 days are disabled",
    "Users who do not complete the training lose their access",
    "Document the types of accounts that are specifically prohibited",
    "Logs must not exceed the capacity that is set",
  ])("not: %s", (title) => expect(split(title)[0]?.prohibition).toBe(false));
});

test("where its text is from is no part of a requirement", () => {
  const stated = "Least Privilege: Employ the principle of least privilege, including for privileged accounts";
  for (const sources of [
    ".\n• NIST SP 800-171 Rev 2 3.1.5",
    ".\n• FAR Clause 52.204-21 Partial b.1.ix\n• NIST SP 800-171 Rev 2 3.10.4\n",
    ". • 45 CFR 164.308(a)(1)",
  ])
    expect(textsOf(stated + sources)).toEqual([stated]);
  const other = "Controls are selected.\n• NIST SP 800-53 controls are implemented";
  expect(textsOf(other).join(" ")).toContain("controls are implemented");
  expect(textsOf("• NIST SP 800-171 Rev 2 3.1.5")).toHaveLength(1);
});

test.each([
  ["Controls are mapped to each of the following frameworks:\n• NIST CSF\n• ISO 27001\n• PCI DSS", 3],
  ["The following are obtained every year:\n• Penetration test\n• PCI DSS Attestation\n• HIPAA Assessment", 3],
  ["Encryption modules are validated to:\n• FIPS 140-3", 1],
  ["Personnel are trained on: • HIPAA Privacy • GDPR Article 32 • PCI DSS", 1],
  ["Controls meet each of:\n• NIST SP 800-171 Rev 2 3.1.5\n• ISO/IEC 27001 A.5.15", 2],
  ["Controls meet the clauses below.\n• NIST SP 800-171 Rev 2 3.1.5\n• ISO/IEC 27001 A.5.15", 3],
  ["Frameworks are followed.\n• The CISO approves exceptions\n• NIST SP 800-171 Rev 2 3.1.5", 3],
  ["Certificates are held.\n• ISO 27001\n• FIPS 140-3", 3],
  ["Modules comply with\n• FAR Clause 52.204-21 b.1.ix\n• NIST SP 800-171 Rev 2 3.1.5", 2],
])("a list that is required stays: %s", (title, count) => {
  const parts = textsOf(title);
  expect(parts).toHaveLength(count);
  for (const item of title.split("•").slice(1))
    expect(parts.join(" ").toLowerCase()).toContain(item.trim().toLowerCase());
});

test("any text gives at least one part, the same each time, in well under a second", async () => {
  const words = fc.constantFrom(
    "a.",
    "(1)",
    "b.",
    "(2)",
    "i.",
    "ii.",
    "is",
    "and",
    "reviewed",
    "by",
    ";",
    ",",
    ":",
    "\n",
    "[x",
    "]",
    "the",
    "Plan",
  );
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(words, { maxLength: 60 }).map((all) => all.join(" ")),
  );
  fc.assert(
    fc.property(texts, (title) => {
      const parts = split(title);
      expect(parts.length).toBeGreaterThan(0);
      expect(split(title)).toEqual(parts);
    }),
  );
  for (const piece of ["a. ", "and ", "is reviewed by x and ", "(1) ", "[", "; ", "Plan: ", "• NIST SP 1 "]) {
    expect(await threadMsOf(() => split(piece.repeat(Math.ceil(4_000 / piece.length))))).toBeLessThan(1_000);
  }
});
