import type { EvidencePassage } from "@assay/core/ports";
import { describeAssessor } from "@assay/testing/describe-assessor";
import { threadMsOf } from "@assay/testing/thread-time";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOfflinePartsAssessor } from "../src/index.ts";
import { statusOf, toPassage } from "./assess-pair.ts";

describeAssessor("The offline assessor by parts", createOfflinePartsAssessor);

const assessor = createOfflinePartsAssessor();
const NATURE = "This is a lexical pre-assessment: it compares wording, and a person confirms what it means.";
const MFA = "Multi-factor authentication is required for all remote access";

function assess(parts: string | readonly string[], passages: readonly EvidencePassage[]) {
  const asked = typeof parts === "string" ? [parts] : parts;
  const requirement = { requirementId: "1", title: asked.join("; "), subcheckLabel: null, criterionTitle: "Access" };
  return assessor.assess(
    { requirement, parts: asked, guidance: [], passages },
    { signal: AbortSignal.timeout(10_000) },
  );
}

describe("an answer", () => {
  test("judges each part with the sentence that it rests on", async () => {
    const text = "The access policy is approved by the board.\n\nIt names the system owners.";
    const parts = ["The access policy is approved by the board", "The access policy is reviewed every year"];
    const answer = await assess(parts, [toPassage("Access Policy", text)]);
    expect(answer.parts?.map(({ part, verdict, quote }) => [part, verdict, quote])).toEqual([
      [parts[0], "MET", "The access policy is approved by the board."],
      [parts[1], "PARTLY", expect.any(String)],
    ]);
    expect(statusOf(answer)).toBe("PARTIAL");
    expect(answer.reasoning).toContain("1 of 2 parts are stated in the evidence.");
    expect(answer.reasoning).toContain("Wording found, to be confirmed: “The access policy is reviewed every year”");
    expect(answer.reasoning.endsWith(NATURE)).toBe(true);
    expect(answer.remediation).not.toContain("approved by the board");
  });

  test("quotes no sentence of which a word does not count", async () => {
    const text = "Multi-factor authentication is        required for all remote access to our systems.";
    const uncounted = [[text.indexOf("  "), text.indexOf("required")] as const];
    expect((await assess(MFA, [toPassage("Standard", text)])).quotes).toHaveLength(1);
    expect((await assess(MFA, [{ ...toPassage("Standard", text), uncounted }])).quotes).toEqual([]);
  });

  test("has no remediation where all parts are stated", async () => {
    const answer = await assess(MFA, [
      toPassage("Standard", "Multi-factor authentication is required for all remote access to our systems."),
    ]);
    expect(statusOf(answer)).toBe("COMPLETE");
    expect(answer.remediation).toBeNull();
  });

  test("quotes nothing for what is not found", async () => {
    const answer = await assess("Visitors wear a badge in areas that are not public", [
      toPassage("Contract", "Signed by both parties on 12 June 2025. The badge of the courier is blue."),
    ]);
    expect(statusOf(answer)).toBe("MISSING");
    expect(answer.quotes).toEqual([]);
    expect(answer.parts).toMatchObject([{ verdict: "NOT_MET", chunkId: "", quote: "" }]);
  });

  test("names the figure that falls short next to the one required", async () => {
    const { reasoning, remediation } = await assess("Rights are reviewed every 90 days", [
      toPassage("Standard", "All user rights are reviewed every 180 days."),
    ]);
    for (const said of [reasoning, remediation])
      expect(said).toContain("“every 180 days” where “every 90 days” is required");
  });
});

test.each([
  [
    "two sentences that are not about the same thing",
    "The incident policy is documented.  Risk assessments are discussed in March.",
    "Risk assessments are documented",
  ],
  ["a heading", "Multi-factor authentication for all remote access\n\nSee the intranet.", MFA],
  ["a row of a table", "control | state\nMulti-factor authentication for all remote access | required", MFA],
  [
    "what a document is for",
    "This policy describes how multi-factor authentication is required for all remote access.",
    MFA,
  ],
  ["a recommendation", "Multi-factor authentication should be required for all remote access.", MFA],
  ["a part of the whole", "Multi-factor authentication is required for all remote access of contractors.", MFA],
  ["a thing with a longer name", "Incident response activities are documented.", "Incidents are documented"],
  [
    "a participle before a noun",
    "Incidents are handled by documented procedures of the help desk.",
    "Incidents are documented",
  ],
  ["an aim", "To keep visitors escorted, guards are hired.", "Visitors are escorted"],
  [
    "a value that the organisation sets",
    "Accounts are reviewed by the owners every month.",
    "Accounts are reviewed by [personnel or roles]",
  ],
  ["the opposite of a prohibition", "Shared accounts are used at the desk.", "Shared accounts are prohibited"],
])("%s is no proof", async (_, text, part) => {
  expect(statusOf(await assess(part, [toPassage("Handbook", text)]))).not.toBe("COMPLETE");
});

test.each([
  ["an order in a list", "Operators must:\n- Encrypt all backups\n- Label all tapes", "Backups are encrypted"],
  [
    "a sentence that goes on",
    "The recovery plan is kept by the operations team. It is tested every year.",
    "The recovery plan is tested every year",
  ],
  [
    "active for passive",
    "The system owner reviews user access rights every month.",
    "User access rights are reviewed every 90 days",
  ],
  ["a prohibition", "The use of shared accounts is prohibited.", "Shared accounts are prohibited"],
])("%s is proof", async (_, text, part) => {
  expect(statusOf(await assess(part, [toPassage("Handbook", text)]))).toBe("COMPLETE");
});

/** Requirement, statements of which each is proof, and statements of which none is. */
const PLAIN: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "Purchase orders are approved by the budget holder",
    [
      "The budget holder authorises every purchase order.",
      "All purchase orders are authorized by the budget holder.",
      "The budget holder signs off each purchase order.",
    ],
    ["The buyer authorises every purchase order.", "The budget holder is authorised to see every purchase order."],
  ],
  [
    "Timesheets are signed by the supervisor each week",
    ["The supervisor signs off each timesheet weekly.", "Every timesheet is signed by the supervisor once a week."],
    ["The supervisor signs off each timesheet monthly.", "The supervisor reads each timesheet weekly."],
  ],
  [
    "Employees receive safety training every year",
    ["All employees are given safety training once a year.", "Every employee gets safety training twice a year."],
    ["Employees give safety training every year.", "Some employees are given safety training every year."],
  ],
  [
    "Consent is obtained from patients before treatment",
    [
      "Before treatment, staff get consent from each patient.",
      "Staff obtain the consent of each patient before treatment.",
    ],
    ["After treatment, staff get consent from each patient.", "Staff may get consent from patients before treatment."],
  ],
  [
    "Payments above 10,000 are signed by two people",
    [
      "Payments above 10,000 are signed by two authorised signatories.",
      "Payments above 10,000 are signed by two employees.",
    ],
    ["Payments above 10,000 are signed by one employee."],
  ],
  [
    "Access to the archive is limited to authorised staff",
    ["Only authorised staff have access to the archive."],
    ["Authorised staff have access to the archive.", "Only authorised staff have access to the cellar."],
  ],
  [
    "Code changes are reviewed by another developer",
    ["A second developer reviews each code change."],
    ["The same developer reviews each code change."],
  ],
  [
    "Staff wear gloves when they handle chemicals",
    ["Gloves are worn by all staff when they handle chemicals."],
    ["Gloves are offered to staff when they handle chemicals."],
  ],
  [
    "The emergency generator is tested every month",
    ["The emergency generator is run under load and tested weekly."],
    [
      "The emergency generator is kept near the tested pumps.",
      "The emergency generator is run under load and tested every year.",
    ],
  ],
  [
    "Filters are cleaned and replaced every month",
    ["All filters are cleaned and replaced every month."],
    [
      "Filters are cleaned every month and replaced every year.",
      "Filters are cleaned monthly and replaced every year.",
    ],
  ],
  [
    "Each asset has an owner",
    ["Each asset has an owner in the inventory."],
    ["Asset Owner: accountable for the asset throughout its lifecycle; assigns classification."],
  ],
  [
    "Logs are retained for at least one year",
    ["Security logs stay in the archive for two years, and logs are retained for 18 months."],
    ["Key events are logged and retained for five years."],
  ],
  [
    "Visitors are escorted",
    ["Visitors are escorted by staff at all times."],
    ["Visitors are escorted by staff in secure areas."],
  ],
  [
    "Multi-factor authentication is required for all remote access",
    ["Multi-factor authentication is required for all remote access."],
    ["Use multi-factor authentication for all remote administrative access."],
  ],
  [
    "Policies are approved by management",
    ["All policies are approved by management."],
    ["Changes are approved under the Change Management Policy.", "Policies are waiting to be approved by management."],
  ],
  [
    "Incidents are recorded",
    ["All incidents are recorded."],
    ["The incident is queued for the next day. Classification is recorded in the incident ticket."],
  ],
  [
    "Data encryption keys are rotated every year",
    ["Data encryption keys are rotated every year."],
    [
      "Auditors verify that data encryption keys are rotated every year.",
      "Data encryption keys are typically rotated every year.",
    ],
  ],
  [
    "Stock is counted once a year",
    ["The warehouse team counts the stock twice a year."],
    ["The warehouse team counts the stock every three years."],
  ],
];

test.each(PLAIN)("plain wording: %s", async (part, proofs, others) => {
  const statuses = async (texts: readonly string[]) =>
    Promise.all(texts.map(async (text) => statusOf(await assess(part, [toPassage("Handbook", text)]))));
  expect(await statuses(proofs)).toEqual(proofs.map(() => "COMPLETE"));
  expect(await statuses(others)).not.toContain("COMPLETE");
});

test.each([
  ["New employees complete safety training within 30 days", "in their first week", "in their first year"],
  ["The rota is published two weeks in advance", "three weeks in advance", "two days in advance"],
])("a time that is better is proof, one that is worse is none: %s", async (part, better, worse) => {
  const statement = part.replace(/(?:within|two).*/, "");
  expect(statusOf(await assess(part, [toPassage("Handbook", `${statement}${better}.`)]))).toBe("COMPLETE");
  expect(statusOf(await assess(part, [toPassage("Handbook", `${statement}${worse}.`)]))).not.toBe("COMPLETE");
});

test("quotes of any text are exact and distinct, and ids of chunks change nothing", async () => {
  const words = fc.constantFrom(
    "Backups",
    "are",
    "restored",
    "tested",
    "every",
    "90 days",
    "not",
    ".",
    "?",
    "\n",
    "\n\n",
    "- ",
    "must",
    "[",
    ":",
    "😀",
  );
  const texts = fc.array(
    fc.oneof(
      fc.array(words, { maxLength: 60 }).map((all) => all.join(" ")),
      fc.string({ unit: "grapheme" }),
    ),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const [first, second] = await Promise.all(
        ["a", "z"].map((prefix) =>
          assess(
            "Restoring backups is tested every 90 days",
            all.map((text, at) => toPassage("Plan", text, `${prefix}${at}`)),
          ),
        ),
      );
      expect(second?.quotes.map(({ text }) => text)).toEqual(first?.quotes.map(({ text }) => text));
      expect(second?.reasoning).toBe(first?.reasoning);
      for (const { chunkId, text } of first?.quotes ?? []) expect(all[Number(chunkId.slice(1))]).toContain(text);
    }),
    { numRuns: 60 },
  );
});

test("long monotonous texts are assessed in well under two seconds", async () => {
  for (const piece of ["a ", "no ", "every ", "? ", "\n", "A. ", "Backups are not restored ", "- is ", "to the "]) {
    const text = piece.repeat(2_000 / piece.length);
    const passages = [toPassage("Note", text), toPassage("Note", text, "b")];
    expect(await threadMsOf(() => assess(MFA, passages))).toBeLessThan(2_000);
  }
});

describe("the scope of a document", () => {
  const ENCRYPTED = "Data is encrypted at rest";
  const text = "Encrypt all data at rest with AES-256.";
  test.each([
    ["a server policy by its title", "Server_Security_Policy.md", text],
    ["a cloud policy by its title", "policies/Cloud Security Standard.docx", text],
    ["a policy that says it is for mobile devices", "Policy 7", `This policy applies to all mobile devices. ${text}`],
    [
      "a policy for people who use such devices",
      "Policy 7",
      `This policy applies to all employees who use laptops. ${text}`,
    ],
    ["the policy of one department", "Policy 7", `This policy applies to the Marketing department. ${text}`],
  ])("is a limit: %s is no proof for everything", async (_name, title, said) => {
    const answer = await assess(ENCRYPTED, [toPassage(title, said)]);
    expect(statusOf(answer)).toBe("PARTIAL");
    expect(answer.reasoning).toContain("its document is about a part of what is required");
  });

  test.each([
    [
      "the whole organization",
      "Encryption Policy.md",
      `This policy applies to all employees and information systems. ${text}`,
    ],
    ["nothing in particular", "Data Protection Policy", text],
    [
      "so many kinds that all are meant",
      "Encryption Policy",
      `This policy covers servers, laptops, mobile devices and cloud services. ${text}`,
    ],
    ["all information security", "Network and Information Security Policy", text],
  ])("is none for %s", async (_name, title, said) => {
    expect(statusOf(await assess(ENCRYPTED, [toPassage(title, said)]))).toBe("COMPLETE");
  });

  test("is none where the requirement is about the same", async () => {
    const asked = "Firewall rules are reviewed every year";
    const answer = await assess(asked, [
      toPassage("Network Security Policy", "Firewall rules are reviewed every year."),
    ]);
    expect(statusOf(answer)).toBe("COMPLETE");
  });
});

describe("a choice in a requirement", () => {
  test.each([
    ["Cardholder numbers are encrypted or tokenized", "All cardholder numbers are tokenized."],
    ["Sign-ins are confirmed with a hardware token or a mobile app", "All sign-ins are confirmed with a mobile app."],
    ["Server rooms are locked with either a key or a badge reader", "All server rooms are locked with a badge reader."],
  ])("%s: one side is enough", async (asked, said) => {
    expect(statusOf(await assess(asked, [toPassage("Standard", said)]))).toBe("COMPLETE");
  });

  test.each([
    ["Do not use group, shared, or generic accounts", "Users do not use shared accounts."],
    ["Accounts of employees or contractors are disabled at once", "Accounts of employees are disabled at once."],
    [
      "Access is reviewed when an employee is transferred or promoted",
      "Access is reviewed when an employee is promoted.",
    ],
    ["Documents are not copied or printed", "Documents are not printed."],
  ])("%s: all of them are meant", async (asked, said) => {
    expect(statusOf(await assess(asked, [toPassage("Standard", said)]))).not.toBe("COMPLETE");
  });
});

describe("words that stand together are no statement where", () => {
  test.each([
    [
      "the order is another",
      "Cookies are set only after the visitor has agreed",
      "Cookies are set as soon as the page loads; a banner says that the visitor has agreed.",
    ],
    [
      "nothing is ruled out",
      "Personal data is processed only within the European Union",
      "Personal data is processed by our team in Manila and in the European Union.",
    ],
    [
      "two statements share them",
      "All videos have captions",
      "All videos have a title; captions exist for the newest of them.",
    ],
    [
      "the figure is that of another act",
      "Samples are kept between 2 and 8 °C",
      "Samples are labelled with the range of 2 to 8 °C and are kept next to the desk.",
    ],
    [
      "a condition holds them",
      "A penetration test is performed every year",
      "An alert fires when the annual penetration test is overdue.",
    ],
    ["they are a box that nobody has ticked", "Backups are encrypted", "[ ] Ensure that all backups are encrypted."],
    [
      "they are said in an adverbial",
      "Incidents are documented",
      "The coordination with the police is documented in the incident record.",
    ],
    [
      "a condition follows them",
      "Theses are checked for plagiarism",
      "Theses are checked for plagiarism if the supervisor has a suspicion.",
    ],
    [
      "they are an example",
      MFA,
      "Places with lower security, such as remote access, are subject to restrictions such as multi-factor authentication.",
    ],
    [
      "something else is done",
      "Fire detection systems are maintained",
      "Fire detection systems are installed and configured to send alarms.",
    ],
    ["some are left out", "Guest accounts are disabled", "Guest accounts that are not required are disabled."],
    [
      "one of two aims is not named",
      "Analysis is performed to establish what has taken place and the root cause of the incident",
      "A post-incident analysis is performed to identify the root cause of the incident.",
    ],
    [
      "it begins at a higher amount",
      "Payments above 50,000 are approved by the head of finance",
      "The head of finance approves payments above 250,000.",
    ],
  ])("%s", async (_name, asked, said) => {
    expect(statusOf(await assess(asked, [toPassage("Rules", said)]))).not.toBe("COMPLETE");
  });

  test.each([
    ["Complaints are recorded in a register", "All complaints are entered in the register on the same day."],
    [
      "Student accounts are closed within 90 days of graduation",
      "Accounts of students are closed 60 days after their graduation.",
    ],
    ["Lost keys are reported immediately", "The loss of a key is reported to the porter at once."],
    ["Logs are kept for at least 180 days", "Logs are stored for one year."],
    [
      "A pest control contractor visits the site every month",
      "The pest control contractor visits the site every two weeks.",
    ],
    [
      "Results are verified by a second analyst",
      "A second analyst verifies all results before the report is released.",
    ],
    ["Staff declare conflicts of interest every year", "All staff declare their conflicts of interest annually."],
    [
      "Settlements above GBP 50,000 are approved by the head of claims",
      "The head of claims approves every settlement above GBP 40,000.",
    ],
  ])("they are one in other words: %s", async (asked, said) => {
    expect(statusOf(await assess(asked, [toPassage("Rules", said)]))).toBe("COMPLETE");
  });
});
