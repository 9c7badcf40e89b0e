import { readRequirement } from "@assay/language/requirement";
import { listStatements } from "@assay/language/text";
import { threadMsOf } from "@assay/testing/thread-time";
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
  [
    "a term that is explained in a sentence under definitions",
    "Least privilege is applied to all accounts",
    "## Key definitions\n\nLeast privilege is the principle that nobody has more access than the task needs.",
    "Least privilege is the principle that nobody has more access than the task needs.",
  ],
  [
    "a marked term",
    "Security incidents are reported",
    "**Security incident** refers to an attempted access to information.",
    "**Security incident** refers to an attempted access to information.",
  ],
  [
    "a standard by its number, in small letters",
    "Information security is managed",
    "## References\n\n- ISO/IEC 27001:2022 Information security management systems",
    "ISO/IEC 27001:2022 Information security management systems",
  ],
  [
    "a document in small letters",
    "Backups are kept",
    "## Related documents\n\n- Backup standard\n- Incident Response Policy",
    "Backup standard",
  ],
  [
    "a link with its number",
    "Penetration tests take place",
    "## Related procedures\n\n- SOP-12 [Penetration testing](pentest.md)",
    "SOP-12 [Penetration testing](pentest.md)",
  ],
  [
    "more to be read in a document",
    "Backups are tested",
    "More details about the test of backups can be found in the backup handbook.",
    "More details about the test of backups can be found in the backup handbook.",
  ],
  [
    "a clause with its marks as entities",
    "The change of records is detected",
    "### 8.1.2 Applicable Standards\n\n* 45 CFR §164.312&lpar;c&rpar;(2) - Mechanism to Authenticate ePHI",
    "45 CFR §164.312&lpar;c&rpar;(2) - Mechanism to Authenticate ePHI",
  ],
  [
    "a case of a definition",
    "Alerts are raised on malicious code",
    "## 22. Key Definitions\n\n* Alerts as a result of malicious code at the network and host levels",
    "Alerts as a result of malicious code at the network and host levels",
  ],
  [
    "documents to be seen, after a colon",
    "Backups are tested",
    "See also the documents: Backup Standard, Restore Procedure",
    "See also the documents: Backup Standard, Restore Procedure",
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

/** What is required, and the passage whose last line is cited. */
const ORDINARY: readonly (readonly [string, string])[] = [
  ["Passwords have at least 14 characters", "Minimum password length (characters)\t14"],
  ["Accounts are locked after 5 failed attempts", "Lockout threshold\t5"],
  ["Sessions end after 15 minutes", "Session timeout (minutes)\t15"],
  [
    "Developers are trained in security every year",
    "Additional information security training is provided to all developers every year.",
  ],
  ["Backups are documented", "Full documentation of every backup is available in the backup system."],
  ["Media are disposed of securely", "Consult the security officer before disposing of any media."],
  ["MFA is enforced for all users", "See the screenshot: MFA is enforced for all users."],
  ["MFA is enforced for all users", "See figure 3: MFA is enforced for all users."],
  ["Backups are tested every quarter", "See the backup plan - backups are tested every quarter."],
  [
    "The identity of callers is verified",
    "The help desk refers to the HR register to verify the identity of each caller.",
  ],
  ["Incidents are handled", "The security team refers to the incident runbook during every incident."],
  ["Access rights are reviewed every quarter", "## Internal controls\n\nManagers review access rights every quarter."],
  ["Access rights are reviewed every quarter", "## Related policies\n\n- Managers review access rights every quarter"],
  ["Access rights are reviewed every quarter", "## References\n\n- AC-2 Managers review access rights every quarter"],
  ["Firewall changes are approved", "## Related controls\n\nThe CISO approves every firewall change."],
  [
    "Administrators use multi-factor authentication",
    "## Internal procedures\n\nAdministrators sign in with MFA and a hardware key.",
  ],
  ["Backups are encrypted", "## Definitions and responsibilities\n\nBackups are encrypted with AES-256."],
  ["Backups are encrypted", "## Definitions\n\nBackups are encrypted with AES-256."],
  ["Firewall logs are kept", "## 8.1 Applicable Standards\n\n- 12.c - Audit\n\n## 8.2 Logs\n\n- Firewall Logs"],
  ["Logs are kept for 30 days", "## Definitions\n\n- Log: a record\n\n## Policy\n\n- Retention of logs: 30 days"],
  ["Backups are encrypted", "## Terms\n\nBackups are encrypted with AES-256."],
  ["Backups are encrypted", "## Definitions\n\n- Data at rest: All backups are encrypted with AES-256."],
  ["A data protection officer is named", "Roles\n\n- GDPR Data Protection Officer: Jane Doe"],
  ["A lead for information security is named", "Roles\n\n- ISO 27001 Lead Implementer: Jane Doe"],
  ["The company is certified", "Certificates\n\n- ISO 27001 Certificate"],
  ["Access is controlled", "Access to the server room is controlled by means of badges."],
  ["Data is protected", "The company protects data by technical means and reviews them every year."],
  ["MFA is enforced", "This means that MFA is enforced for all users."],
  ["Systems are restored within 4 hours", "The recovery time is defined as 4 hours."],
];
test.each(ORDINARY)("an ordinary line may prove it: %s, %s", (title, text) => {
  const quote = text.split("\n").at(-1)!;
  const said = [true, false].map((isChecked) => weakness({ title, text, quote }, isChecked));
  expect(said).not.toContain("REFERENCE");
});

test.each(["See the ", "For more information ", "NIST 1-1", "* ", "“a ", "Term of ", "(a) ", "[a]("])(
  "a long line of %j is read in well under a second",
  async (piece) => {
    const text = `## Definitions\n\n${piece.repeat(120)}`;
    const quote = text.slice(16).trim();
    const ms = await threadMsOf(() => void weakness({ title: "Backups are encrypted", text, quote }, true));
    expect(ms).toBeLessThan(1_000);
  },
);
