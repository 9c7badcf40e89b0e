import { readRequirement } from "@assay/language/requirement";
import { listStatements } from "@assay/language/text";
import { expect, test } from "vitest";
import { noteWeakness } from "../../src/assessments/guard/note-weakness.ts";

interface Cited {
  readonly title: string;
  readonly text: string;
  readonly quote: string;
  readonly documentTitle?: string;
}

function weakness({ title, text, quote, documentTitle = "Handbook" }: Cited, isChecked: boolean) {
  const start = text.indexOf(quote);
  return noteWeakness({
    requirement: readRequirement({ title, criterionTitle: "Controls" }),
    passage: { text, statements: listStatements(text), documentTitle },
    range: { start, end: start + quote.length },
    on: "2026-11-27",
    isChecked,
  });
}

/** What the quote is, what is required, and the passage. */
const PROVES_NOTHING: readonly (readonly [string, string, string, string])[] = [
  [
    "a clause of a law under the heading of a policy",
    "A risk analysis is conducted",
    "## 4.1 Applicable Standards\n\n### 4.1.2 Applicable Standards from the HIPAA Security Rule\n\n* 164.308(a)(1)(ii)(A) - Risk Analysis\n* 164.308(a)(8) - Evaluation",
    "164.308(a)(1)(ii)(A) - Risk Analysis",
  ],
  [
    "a control of a framework, by its number",
    "Continuity plans including information security are developed and implemented",
    "### 3.1.1 Applicable Standards from the HITRUST Common Security Framework\n\n* 12.c - Developing and Implementing Continuity Plans Including Information Security",
    "12.c - Developing and Implementing Continuity Plans Including Information Security",
  ],
  [
    "a reference without a heading",
    "Accounts are managed",
    "Accounts\n\n- AC-2 Account Management\n- IA-5(1) Authenticator Management",
    "AC-2 Account Management",
  ],
  [
    "a policy that is only named",
    "An incident response policy is established",
    "## Related documents\n\n- Incident Response Policy\n- Backup standard",
    "Incident Response Policy",
  ],
  [
    "a line of a table of contents",
    "Access rights are reviewed",
    "4.2 Review of access rights ........ 12",
    "4.2 Review",
  ],
  [
    "a link",
    "Penetration tests take place",
    "- [Penetration testing](pentest.md)",
    "[Penetration testing](pentest.md)",
  ],
  [
    "a sentence that points to another text",
    "Backups are tested",
    "See the backup standard for the test of backups.",
    "See the backup standard for the test of backups.",
  ],
  [
    "further information elsewhere",
    "Policies are maintained",
    "Additional documentation related to maintenance of policies is outlined in §5.3.1.",
    "Additional documentation related to maintenance of policies is outlined in §5.3.1.",
  ],
  [
    "a definition",
    "Security incidents are reported",
    '"Security incident" means an attempted or successful unauthorized access, use, disclosure or destruction of information.',
    '"Security incident" means an attempted or successful unauthorized access',
  ],
  [
    "an entry of a glossary",
    "Least privilege is applied to all accounts",
    "## Definitions\n\n- Least privilege: the least access with which a task can be done",
    "Least privilege: the least access with which a task can be done",
  ],
];
test.each(PROVES_NOTHING)("%s proves nothing, whether its meaning is checked or not", (_, title, text, quote) => {
  expect([true, false].map((isChecked) => weakness({ title, text, quote }, isChecked))).toEqual([
    "REFERENCE",
    "REFERENCE",
  ]);
});

const MAY_PROVE: readonly (readonly [string, string, string, string, string])[] = [
  [
    "a rule that names its source",
    "A risk analysis is conducted every year",
    "## Applicable Standards\n\n* 164.308(a)(1)(ii)(A) - A risk analysis is conducted every year by the security officer.",
    "A risk analysis is conducted every year by the security officer.",
    "Handbook",
  ],
  [
    "a control that says what is done",
    "Backups are tested every quarter",
    "- CP-9 Backups are tested every quarter",
    "CP-9 Backups are tested every quarter",
    "Handbook",
  ],
  [
    "a list of laws where one is required",
    "Applicable legislation and regulations are identified",
    "## Applicable Standards\n\n* 164.308(a)(1)(ii)(A) - Risk Analysis",
    "164.308(a)(1)(ii)(A) - Risk Analysis",
    "Handbook",
  ],
  [
    "a definition where one is required",
    "A security incident is defined",
    '"Security incident" means an attempted or successful unauthorized access to information.',
    '"Security incident" means an attempted or successful unauthorized access to information.',
    "Handbook",
  ],
  [
    "a definition of a contract, which binds",
    "Confidential information is marked by the disclosing party",
    '"Confidential Information" means information that the disclosing party has marked as confidential.',
    '"Confidential Information" means information that the disclosing party has marked as confidential.',
    "Master services agreement",
  ],
  [
    "a duty among the definitions",
    "Privileged accounts use multi-factor authentication",
    "## Definitions\n\nPrivileged accounts are accounts with administrative rights and must use multi-factor authentication.",
    "Privileged accounts are accounts with administrative rights and must use multi-factor authentication.",
    "Handbook",
  ],
  [
    "a sentence that says where a rule is laid down",
    "The incident response procedure is documented",
    "The incident response procedure is documented in the security handbook.",
    "The incident response procedure is documented in the security handbook.",
    "Handbook",
  ],
  [
    "a command that begins with 'see'",
    "Doors are locked at night",
    "See that all doors are locked at night.",
    "See that all doors are locked at night.",
    "Handbook",
  ],
  [
    "a row of a register",
    "Access rights are reviewed every quarter",
    "| System | Reviewed | By |\n|---|---|---|\n| HR-2 payroll | 3 October 2026 | M. Okafor |",
    "| HR-2 payroll | 3 October 2026 | M. Okafor |",
    "Handbook",
  ],
];
test.each(MAY_PROVE)("%s may prove it", (_, title, text, quote, documentTitle) => {
  const said = [true, false].map((isChecked) => weakness({ title, text, quote, documentTitle }, isChecked));
  expect(said).not.toContain("REFERENCE");
});
