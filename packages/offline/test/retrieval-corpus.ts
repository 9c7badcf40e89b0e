/** One chunk of evidence and questions that it answers, in other words where people would use other words. */
export interface RetrievalTopic {
  readonly chunk: string;
  readonly queries: readonly string[];
}

/** Sentences that any policy has: they lengthen a chunk and say nothing about its topic. */
export const BOILERPLATE = [
  "This document describes the requirements and responsibilities that apply to all departments of the organization.",
  "The document owner is responsible for maintaining this procedure and for communicating changes to the relevant stakeholders.",
  "Deviations from this standard require a documented justification and the agreement of the responsible manager.",
  "The roles and responsibilities listed in the annex apply to all locations and business units of the company.",
  "Records that result from this process are stored in the document management system and are available to internal audit.",
  "Compliance with this policy is monitored by the compliance function, which reports the results to management.",
  "Terms and definitions are listed in the glossary; references to applicable laws and regulations are kept in the legal register.",
].join(" ");

export const RETRIEVAL_TOPICS: readonly RetrievalTopic[] = [
  {
    chunk:
      "Remote Working Standard\nEmployees connect to the company network from home only through the VPN gateway. Two-factor authentication with a hardware token or an authenticator app is enforced for each connection. Split tunnelling is switched off.",
    queries: ["Multi-factor authentication is required for all remote access", "MFA for VPN connections"],
  },
  {
    chunk:
      "Backup Concept > Restore tests\nEvery quarter the operations team restores three randomly chosen backups to an isolated server. The time needed and any missing files are written into the restore log and shown to the head of operations.",
    queries: ["Backups are restored as a test at least every 90 days", "Evidence of restore testing"],
  },
  {
    chunk:
      "Offboarding\nHR informs the service desk before the last working day of a departing employee. Accounts are disabled on the evening of that day, badges are collected, and access rights in cloud applications are revoked within eight hours.",
    queries: ["Access rights of leavers are removed within 24 hours", "Accounts of terminated staff are disabled"],
  },
  {
    chunk:
      "Data Breach Procedure\nThe data protection officer decides whether a breach of personal data is notifiable and, if it is, informs the supervisory authority no later than 72 hours after it became known. Affected persons are told where the risk is high.",
    queries: [
      "Personal data breaches are reported to the supervisory authority within 72 hours",
      "Notification of a breach to the regulator",
    ],
  },
  {
    chunk:
      "Information Security Policy > Document control\nVersion 3.1 was approved by the Board of Directors. The information security policy is reviewed each year in January and after major incidents; earlier versions are archived.",
    queries: [
      "The information security policy is approved by management and reviewed at least annually",
      "Yearly review of the security policy",
    ],
  },
  {
    chunk:
      "Cryptography Standard\nLaptops and mobile phones use full-disk encryption. Traffic between data centres is encrypted with TLS 1.3. Keys are generated in a hardware security module and rotated every twelve months.",
    queries: ["Data is encrypted at rest and in transit", "Cryptographic keys are rotated and protected"],
  },
  {
    chunk:
      "Training Concept\nEach new colleague takes the e-learning on phishing and safe passwords in the first week. All staff repeat the awareness course once a year; the learning platform reminds those who are late.",
    queries: ["All employees complete security awareness training annually", "Phishing awareness of new hires"],
  },
  {
    chunk:
      "Supplier Management\nVendors that process confidential data answer our security questionnaire and show a certificate before the contract is signed. Critical vendors are audited on site every second year.",
    queries: ["Suppliers are assessed for security risks before contracts are signed", "Third-party due diligence"],
  },
  {
    chunk:
      "Logging Standard\nFirewalls, domain controllers and databases send their logs to the SIEM, where they are kept for 400 days and cannot be altered. Alerts are triaged around the clock.",
    queries: ["Security logs are retained for at least 365 days", "Log files are protected against alteration"],
  },
  {
    chunk:
      "Patch Management\nThe scanner checks all servers each night for vulnerabilities. Critical patches are rolled out within seven days, others with the monthly maintenance window.",
    queries: ["Critical vulnerabilities are patched within 14 days", "Vulnerability scanning of servers"],
  },
  {
    chunk:
      "Business Continuity Plan\nFor each critical process a recovery time objective is set. The crisis team rehearses the plan in a table-top exercise twice a year and corrects the call lists afterwards.",
    queries: ["The business continuity plan is tested at least once a year", "Recovery time objectives are defined"],
  },
  {
    chunk:
      "Site Security\nGuests register at the front desk, wear a red badge and are accompanied by their host. The server room has a door with a card reader and cameras; only the operations team may enter.",
    queries: ["Access to the server room is restricted", "Visitors wear a badge and register at the desk"],
  },
  {
    chunk:
      "Change Management\nChanges to production are described in a ticket, tested on the staging environment and released after the change advisory board has agreed. Emergency changes are reviewed on the next day.",
    queries: [
      "Changes to production systems are tested and approved before deployment",
      "Emergency changes are documented",
    ],
  },
  {
    chunk:
      "Incident Response\nThe hotline is staffed day and night. Each incident gets a severity, an owner and a timeline; after closing it, the team meets for a lessons-learned session and tracks the actions.",
    queries: ["Security incidents are classified and followed up with lessons learned", "Severity levels of incidents"],
  },
  {
    chunk:
      "Deletion Concept\nCustomer records are erased thirty days after the contract has ended. Paper files are shredded by a certified company, and disks are wiped or destroyed before disposal.",
    queries: ["Customer records are deleted after the contract ends", "Secure disposal of storage media"],
  },
  {
    chunk:
      "Software Development Guideline\nEvery pull request is read by a second developer. Static analysis runs in the build pipeline, and secrets in source code stop the build.",
    queries: ["Source code is reviewed by a second developer", "Static analysis is part of the build pipeline"],
  },
];

export const UNRELATED_TEXTS = [
  "The kitchen on the third floor is cleaned by a contractor each evening. Please label food that you leave in the fridge.",
  "The roses are cut back in March. Water them generously in dry summers, and give them compost before winter.",
  "Monday: soup with bread. Tuesday: pasta with tomato sauce. Wednesday: fish with rice. Thursday: curry.",
  "The class meets on Thursday at noon in the room beside the library. Bring your own mat and a bottle of water.",
  "Let the dough rest in a warm corner, fold it three times, and bake it until the crust turns brown.",
  "Revenue in the northern region grew faster than in the south, helped by mild weather and lower freight costs.",
  "The coach leaves at six in the morning from the main gate. Skis travel in the trailer.",
  "The logo stands on a white background. Leave a margin of one letter height on all sides.",
];
