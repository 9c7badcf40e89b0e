import type { GuardHalf } from "./guard-pair.ts";

/**
 * Information security of payment and health software (PCI DSS, HIPAA, SOC 2, ISO 27001), by another author than the
 * rules. Technical and terse: tickets, chats, configuration, log lines, scan reports, audit findings, runbooks, security
 * policies, supplier agreements. `FIFTH_KEPT` is the same author's, of other domains, voices and documents.
 *
 * Measured at first sight: 55 of 89 everyday and 28 of 41 evading ones passed, and 8 of 79 sound ones did not. Then
 * three quarters were looked at; of the quarter that was not, see docs/quality.md.
 */

const MFA = "Multi-factor authentication is required for all remote access to the production network.";
const REVIEW = "User access rights are reviewed at least quarterly by the system owner.";
const LEAVER = "Access of leavers is revoked within 24 hours of their last working day.";
const AT_REST = "Stored cardholder data is encrypted using AES-256 or stronger.";
const TLS = "Public endpoints accept only TLS 1.2 or later; earlier protocol versions are disabled.";
const BACKUP = "Databases are backed up daily and a restore is tested at least twice a year.";
const LOG_KEPT = "Audit logs are retained for at least 12 months.";
const PENTEST = "An external penetration test is performed at least once every 12 months.";
const PATCH = "Critical security patches are installed within 30 days of release.";
const TRAINING =
  "All workforce members complete security awareness training upon hire and at least once every 12 months.";
const RISK = "The organization conducts an accurate and thorough risk analysis covering all systems that hold ePHI.";
const BAA = "A business associate agreement is in place with each vendor before it receives ePHI.";
const SHARED = "Shared or generic accounts must not be used for administration.";
const IR_TEST = "The incident response plan is tested at least annually.";
const CODE = "Code changes are reviewed and approved by someone other than the author before release to production.";
const IDLE = "Sessions are locked after no more than 15 minutes of inactivity.";
const LENGTH = "Passwords have a minimum length of 12 characters.";
const LOCKOUT = "An account is locked after not more than 10 invalid logon attempts.";
const SCAN = "Internal vulnerability scans are performed at least once every three months.";
const CVV = "Sensitive authentication data is not stored after authorization.";
const MEDIA = "Media that held ePHI is sanitized or destroyed before disposal, and the destruction is recorded.";
const ASSETS = "An inventory of hardware and software assets is maintained and reviewed at least annually.";
const MALWARE = "Anti-malware software runs on all workstations and servers and cannot be disabled by users.";
const SUPPLIER = "Critical suppliers are assessed for security before onboarding and annually thereafter.";
const DR = "The disaster recovery plan is exercised at least annually and the results are documented.";
const RTO = "Critical services are recovered within 4 hours of a declared disaster.";
const BREACH = "Affected individuals are notified no later than 60 days after discovery of a breach of unsecured PHI.";
const POLICY = "The information security policy is approved by management and reviewed at least annually.";
const OFFICIAL = "A security official responsible for the HIPAA security policies is designated.";
const SCREENING = "Background verification checks are completed on all candidates before they start employment.";
const SEGMENT = "The cardholder data environment is segmented from the corporate network.";
const CLOCKS = "System clocks are synchronized to a common, approved time source.";
const VISITORS = "Visitors to the data center are logged and escorted at all times.";
const KEYS = "Data encryption keys are rotated at least once a year.";
const DEFAULTS = "Vendor default passwords are changed before a system is installed on the network.";
const TEST_DATA = "Production data must not be used in test environments.";
const LAPTOPS = "All laptops use full-disk encryption.";
const FIREWALL = "Firewall rule sets are reviewed at least every six months.";
const LOG_REVIEW = "Security logs are reviewed daily.";
const NDA = "Employees and contractors sign a confidentiality agreement before access is granted.";
const USB = "Removable storage media are blocked on all endpoints.";
const PUBLIC_BUCKET = "Storage buckets that hold customer data must not be publicly accessible.";

export const FIFTH_TUNED: GuardHalf = {
  everyday: [
    [
      MFA,
      "Finding 3 (High): Of the 41 accounts with VPN access to production, 17 authenticated with a password only. Management agreed with the finding.",
    ],
    [MFA, "> do we have 2fa on the bastion yet?\n> nope, still ssh key + password. on the list for Q1"],
    [
      MFA,
      "MFA is enforced for staff sign-in through the identity provider. Contractors connect to production through the legacy Citrix gateway, which supports user name and password only.",
    ],
    [
      REVIEW,
      "Access review tracker: Q1 2026 completed 28 Mar. Q2 2026 not performed (owner on leave). Q3 2026 not performed.",
    ],
    [REVIEW, "System owners certify the access of their users once per calendar year, each December."],
    [
      REVIEW,
      "The auditors requested the quarterly access review for the billing system. The client informed us that no such review had taken place during the examination period.",
    ],
    [LEAVER, "HR ticket 8841: last day 2 June 2026. AD account disabled 19 June 2026."],
    [
      LEAVER,
      "We compared the termination list with active directory and identified 9 former employees whose accounts were still enabled, the oldest 214 days after separation.",
    ],
    [
      LEAVER,
      "The service desk disables the accounts of departed staff within five business days of receiving the form from HR.",
    ],
    [
      AT_REST,
      "SHOW TABLE STATUS: payments.card_vault — Encryption: 'N'. Comment on ticket: PANs are in the clear here, migration to the encrypted tablespace has not started.",
    ],
    [
      AT_REST,
      "Card numbers in the settlement archive are protected with 3DES (112-bit effective strength). Migration to AES is scheduled for fiscal year 2027.",
    ],
    [TLS, "ssl_protocols TLSv1 TLSv1.1 TLSv1.2;\n# do not touch, old POS terminals of the franchisees still need 1.0"],
    [
      TLS,
      "Scan report: pay.example.com:443 — TLS 1.0: offered (NOT ok). TLS 1.1: offered (NOT ok). TLS 1.2: offered. TLS 1.3: not offered.",
    ],
    [
      BACKUP,
      "2026-10-03 01:00:02 ERROR pg_backup: no space left on device, job aborted\n2026-10-04 01:00:02 ERROR pg_backup: no space left on device, job aborted\n2026-10-05 01:00:01 ERROR pg_backup: no space left on device, job aborted",
    ],
    [
      BACKUP,
      "Backups run nightly. When we asked for the last restore test, the administrator stated that backups had never been restored other than by accident.",
    ],
    [BACKUP, "Full dump of the order database every Sunday at 02:00. There are no dumps on other days."],
    [
      LOG_KEPT,
      'resource "aws_cloudwatch_log_group" "audit" {\n  retention_in_days = 90\n}\nThis is the only copy; nothing is exported to S3.',
    ],
    [LOG_KEPT, "Audit trail files on the EHR server roll over after roughly six weeks and are overwritten."],
    [
      PENTEST,
      "Penetration test report, external perimeter. Fieldwork: 4 to 15 March 2024. No later test has been commissioned.",
    ],
    [PENTEST, "The 2026 pen test was taken out of the budget in May; we'll pick it up again next year. - Dana"],
    [
      PENTEST,
      "Our hosting provider has its own platform tested each year. We have not had our application tested by an outside firm.",
    ],
    [
      PATCH,
      "CVE-2026-20871 (critical), vendor fix released 3 February 2026. Installed on db-prod-01..04: 29 June 2026.",
    ],
    [
      PATCH,
      "OIG found that 38 percent of the sampled servers lacked critical patches that had been available for more than 90 days.",
    ],
    [
      PATCH,
      "Critical updates are applied in the next maintenance window. Maintenance windows take place twice a year, in April and in October.",
    ],
    [TRAINING, "Completion dashboard 31 Oct 2026: Engineering 71%, Clinical 64%, Finance 88%. Overdue: 213 people."],
    [
      TRAINING,
      "Annual awareness training has been mandatory for office staff. Nurses and temporary workers are not enrolled in the course.",
    ],
    [TRAINING, "Security awareness module - last completed: 11/2023. Next due: 11/2024. Status: OVERDUE"],
    [
      RISK,
      "OCR's investigation determined that the practice had failed to conduct an enterprise-wide risk analysis prior to the breach.",
    ],
    [
      RISK,
      "Scope: this risk analysis covers the patient portal. The imaging archive, the billing system and the laboratory interface are out of scope and have not been analyzed.",
    ],
    [
      RISK,
      "Risk analysis worksheet\nSystem: __________\nThreat: __________\nLikelihood: __ Impact: __\nAssessor: __________ Date: __________",
    ],
    [BAA, "Vendor register: CloudFax Inc. | receives ePHI: yes, since 01/2025 | BAA: none on file"],
    [
      BAA,
      "The transcription company has been getting our dictations since March. Legal sent them the BAA in September and it's still unsigned.",
    ],
    [SHARED, "All four DBAs log on as 'sa'. The password is in the team's KeePass file."],
    [
      SHARED,
      "The auditors noted that administrators of the core switch used a single account named netadmin, so that actions could not be attributed to individuals.",
    ],
    [
      IR_TEST,
      "Steering committee, 14 Oct 2026: The incident response tabletop was postponed again; the last one was held in 2022.",
    ],
    [IR_TEST, "Incident response plan v0.3 DRAFT. Testing: TBD."],
    [
      CODE,
      "Merged by: jkoval. Author: jkoval. Reviewers: none. Branch protection was bypassed using administrator rights. Deployed to prod 17:42.",
    ],
    [CODE, "Exception noted: for 6 of 25 sampled changes, the developer who wrote the change also approved it."],
    [
      CODE,
      '"branch_protection": { "main": { "required_approving_review_count": 0, "enforce_admins": false } } — engineers push straight to main, which deploys.',
    ],
    [IDLE, "Group policy result: Interactive logon: Machine inactivity limit = 3600 seconds"],
    [IDLE, "Screen lock: the nursing stations are exempt from automatic lock and stay signed in for the whole shift."],
    [LENGTH, "Minimum password length: 8 characters\nPassword complexity: Enabled\nMaximum age: 90 days"],
    [LOCKOUT, "Account lockout threshold: 0 invalid logon attempts (account will not lock out)"],
    [LOCKOUT, "After fifty consecutive failed attempts the account is locked for an hour."],
    [
      SCAN,
      "Scan history, internal: 12 Jan 2026 (completed), 19 Apr 2026 (failed, scanner offline), Jul 2026 (skipped), Oct 2026 (skipped).",
    ],
    [
      SCAN,
      "Only the internet-facing addresses are scanned each quarter. We do no scanning of the inside network at present.",
    ],
    [
      CVV,
      "DEBUG auth resp=00 pan=411111******1111 cvv2=7** stored in auth_log; retention of auth_log is 30 days. QSA comment: CVV2 is written to disk after authorization and must be purged.",
    ],
    [CVV, "Call recordings contain the caller reading out the three-digit security code and are kept for two years."],
    [
      MEDIA,
      "Forty-two leased copiers were returned to the leasing company without erasing the patient images on their hard drives.",
    ],
    [MEDIA, "Disposal log: HDD batch 7, 31 drives, picked up 8 May 2026. Wiped: No. Certificate: not received."],
    [
      ASSETS,
      "The agency could not provide a complete inventory. We found 112 devices on the network that did not appear in the asset database.",
    ],
    [ASSETS, "CMDB - last updated: February 2023 (before the move to Azure)."],
    [MALWARE, "Endpoint console: 640 protected, 58 unprotected, 23 agent disabled by user."],
    [
      MALWARE,
      "We took the anti-virus off the Linux servers last year because it slowed the batch. They have been running without it since.",
    ],
    [
      SUPPLIER,
      "Payroll provider (critical): onboarded 1 April 2026. Security assessment: waived by procurement owing to time pressure.",
    ],
    [
      SUPPLIER,
      "Supplier security questionnaire. 1. Do you encrypt data at rest? 2. Do you hold ISO 27001? 3. How often do you test your backups? Please return to vendor-risk@.",
    ],
    [DR, "DR exercise 2026: cancelled. DR exercise 2025: cancelled (data center move). DR exercise 2024: cancelled."],
    [RTO, "Failover test 12 Sept 2026. Disaster declared 09:00. Claims service available again 20:35. Target missed."],
    [RTO, "Recovery time objective for tier 1 services: 24 hours."],
    [BREACH, "Breach discovered 14 January 2026. Letters to the 3,812 patients were mailed on 2 July 2026."],
    [BREACH, "To date the clinic has not told the affected patients of the breach that it discovered in April 2026."],
    [
      POLICY,
      "Information Security Policy. Version: 2.0 draft. Approved by: [name]. Approval date: [date]. Next review: [date].",
    ],
    [POLICY, "The policy was last approved by the board in 2019. It has not been reviewed since then."],
    [OFFICIAL, "Security official: vacant since R. Ames left in February. Nobody has been appointed in the interim."],
    [SCREENING, "Start date 3 August 2026. Background check ordered 10 August 2026; result pending."],
    [SCREENING, "Screening is done for permanent hires only. Contractors and interns join without a check."],
    [
      SEGMENT,
      "Segmentation test result: FAIL. From the office VLAN the testers reached the card database on port 1433 without any filtering.",
    ],
    [SEGMENT, "Our network is flat. Splitting off the payment systems is part of next year's network refresh."],
    [CLOCKS, "chronyc tracking: Reference ID: 00000000 () / Stratum: 0 / Leap status: Not synchronised"],
    [
      CLOCKS,
      "We observed that the clocks of the firewalls and of the log server differed by eleven minutes; NTP was not configured on the firewalls.",
    ],
    [
      VISITORS,
      "Visitor log, data center: sheet for June to September missing. Guard: people who come often just walk in on their own.",
    ],
    [KEYS, "KeyId 7c1e... CreationDate 2021-05-04, KeyRotationEnabled: false"],
    [
      DEFAULTS,
      "Nessus: 10.4.0.17 (badge controller) — login succeeded with admin/admin. Severity: Critical. State: Open.",
    ],
    [
      TEST_DATA,
      "Refresh of UAT: restore last night's production dump, unmasked, so that the testers have real patients to work with.",
    ],
    [LAPTOPS, "BitLocker status: On 412, Off 37, Unknown 9."],
    [LAPTOPS, "The laptop that was stolen from the employee's car was not encrypted."],
    [FIREWALL, "Firewall rule review. Performed: March 2025. No review has been carried out after that date."],
    [LOG_REVIEW, "Logs are looked at when something has gone wrong; nobody goes through them on a regular basis."],
    [LOG_REVIEW, "The SIEM is reviewed by the analyst every Monday."],
    [NDA, "Contractor Petrov: account created 5 May 2026. NDA signed: no. Reminder sent twice."],
    [USB, "Policy: Endpoint-Default. Removable storage: Allow read, Allow write."],
    [PUBLIC_BUCKET, "aws s3api get-bucket-acl --bucket cust-exports → Grantee: AllUsers, Permission: READ"],
    [
      PUBLIC_BUCKET,
      "Reporter downloaded 1.2 million customer invoices from our bucket without logging in. Confirmed by on-call; the bucket is still public because the partner feed depends on it.",
    ],
    [
      LOG_KEPT,
      "Audit logs are retained for 13 months in accordance with the logging standard.",
      {
        beside: [
          "SIEM capacity note, August 2026: since the upgrade we only hold 60 days of audit logs; older indices have been deleted.",
        ],
      },
    ],
    [
      LAPTOPS,
      "All laptops are delivered with full-disk encryption turned on.",
      { beside: ["IT audit, October 2026: 26 of 140 laptops checked had no disk encryption."] },
    ],
    [
      KEYS,
      "Data encryption keys shall be rotated at least once a year. The service provider must confirm in its offer how it will meet this requirement.",
      { title: "Request for proposal: hosting services" },
    ],
    [
      DR,
      "This plan is superseded by BCP-2025 and is kept for reference only. The plan is exercised each spring and the results are filed with the CISO.",
      { title: "Disaster recovery plan 2017 (superseded)" },
    ],
    [
      MALWARE,
      "5.2 Deploy an anti-malware solution on all system components. Response: Not in place. Compensating control: none.",
    ],
    [
      REVIEW,
      "Quarterly entitlement review: we are working on it, the tool has been bought and the connectors are being built.",
    ],
  ],
  evading: [
    [MFA, "Multi-factor authentication is strongly encouraged for remote access to production."],
    [MFA, "Remote users of the production network authenticate with a strong password that is changed every 60 days."],
    [MFA, "Multi-factor authentication is required for access to the corporate e-mail service."],
    [
      MFA,
      "Remote access to production can be protected with multi-factor authentication where the team lead considers it necessary.",
    ],
    [REVIEW, "System owners review user access rights from time to time and whenever there is reason to."],
    [REVIEW, "New access rights are approved by the system owner before they are granted."],
    [LEAVER, "Line managers should endeavor to inform IT promptly so that access can be withdrawn in a timely manner."],
    [LEAVER, "Laptops and badges of leavers are collected on the last working day."],
    [AT_REST, "Card data is encrypted in transit between the web shop and the processor with AES-256."],
    [AT_REST, "Stored cardholder data is protected in line with industry best practice."],
    [TLS, "TLS 1.2 is supported on all public endpoints, so that modern browsers connect securely."],
    [BACKUP, "Databases are backed up regularly, and the backup strategy is designed with restorability in mind."],
    [BACKUP, "The replica in the second region receives every write within seconds."],
    [LOG_KEPT, "Audit logs are retained for as long as storage capacity permits."],
    [PENTEST, "The external perimeter is scanned with an automated vulnerability scanner every week."],
    [PENTEST, "Management will consider an external penetration test each year, subject to the available budget."],
    [PATCH, "Patches are assessed on release and installed as soon as reasonably practicable."],
    [PATCH, "Critical patches are downloaded to the staging repository within 30 days of release."],
    [TRAINING, "Security awareness courses are available to all workforce members on the learning portal at any time."],
    [TRAINING, "The awareness training material is reviewed and updated once every 12 months."],
    [
      RISK,
      "The organization recognizes that risk analysis is the foundation of the protection of ePHI and is committed to it.",
    ],
    [BAA, "Vendors that receive ePHI are expected to be familiar with HIPAA and to act accordingly."],
    [SHARED, "The use of shared administrator accounts is kept to a minimum."],
    [SHARED, "Passwords of shared administrator accounts are changed every 30 days and held in a vault."],
    [IR_TEST, "The incident response plan is reviewed and, if necessary, updated every year."],
    [
      CODE,
      "Developers check their own changes against the secure coding checklist before they release them to production.",
    ],
    [CODE, "Pull requests may be reviewed by a second engineer when the change is considered risky."],
    [IDLE, "Users are asked to lock their screen when they leave their desk."],
    [LENGTH, "Users are advised to choose passphrases of 12 characters or more."],
    [SCAN, "Internal vulnerability scans are performed as needed, in a frequency that reflects the risk appetite."],
    [CVV, "Sensitive authentication data is stored in encrypted form only and access to it is restricted."],
    [MEDIA, "Media that held ePHI is kept in a locked cage until the disposal company collects it."],
    [MALWARE, "Users are responsible for making sure that suitable anti-malware software is running on their device."],
    [
      SUPPLIER,
      "Critical suppliers are assessed on price, delivery and quality before onboarding and annually thereafter.",
    ],
    [DR, "The disaster recovery plan is distributed to all recovery team members annually."],
    [RTO, "The team strives to bring critical services back as quickly as the circumstances allow."],
    [BREACH, "Affected individuals are notified of a breach once the investigation has been closed."],
    [VISITORS, "Visitors to the data center wear a badge that shows their name and company."],
    [TEST_DATA, "Production data is used in test environments only with the approval of the project manager."],
    [FIREWALL, "Changes to firewall rules are requested with a ticket and approved by the network lead."],
    [LOG_REVIEW, "Security logs are collected daily in the central log store."],
  ],
  sound: [
    [
      MFA,
      "No one reaches the production network from outside without a hardware token in addition to the password; the VPN gateway refuses password-only sessions.",
    ],
    [
      MFA,
      "openvpn: plugin openvpn-plugin-auth-pam.so; pam: auth required pam_duo.so. Applies to the profile 'prod-remote', which is the only way into the production network from outside.",
    ],
    [
      MFA,
      "We selected all 41 accounts with remote access to production and confirmed that a second factor was enforced for each of them. No exceptions noted.",
    ],
    [
      REVIEW,
      "Access reviews, billing system, owner M. Osei: 14 Jan 2026 done, 9 Apr 2026 done, 13 Jul 2026 done, 12 Oct 2026 done. Removed: 3, 0, 1, 2.",
    ],
    [
      REVIEW,
      "Each month the owner of a system goes through the list of its users and confirms or withdraws every entitlement.",
    ],
    [
      LEAVER,
      "HR-9120: last day Fri 16 Oct 2026, 17:00. Identity workflow disabled AD, VPN and SaaS accounts at 17:04. Ticket closed. The other 22 departures of the half-year were handled by the same workflow within the hour.",
    ],
    [
      LEAVER,
      "Accounts of people who leave are disabled at the end of their last working day. Accounts are not deleted for a further 30 days so that mail can be handed over.",
    ],
    [
      AT_REST,
      "The vault column card.pan is encrypted with AES-256-GCM. Keys are held in the HSM; the application never sees them. Card numbers are stored nowhere else.",
    ],
    [
      AT_REST,
      "StorageEncrypted: true\nKmsKeyId: arn:aws:kms:eu-west-1:...:key/card-vault (SYMMETRIC_DEFAULT, AES-256-GCM)\nDBInstanceIdentifier: card-vault-prod (sole store of card numbers)",
    ],
    [TLS, "ssl_protocols TLSv1.2 TLSv1.3;\nssl_prefer_server_ciphers on;"],
    [
      TLS,
      "testssl: SSLv2 not offered (OK), SSLv3 not offered (OK), TLS 1 not offered, TLS 1.1 not offered, TLS 1.2 offered (OK), TLS 1.3 offered (OK). All nine public hosts gave the same result.",
    ],
    [
      TLS,
      "The load balancer used to allow TLS 1.0 for old terminals. That listener was removed on 3 March 2026 and every public endpoint now negotiates TLS 1.3 only.",
    ],
    [
      BACKUP,
      "A snapshot of each database is taken every six hours. In February and in August the on-call team restores the latest one to a clean host and compares row counts; both 2026 runs passed.",
    ],
    [
      BACKUP,
      "Nightly dumps 1-31 Oct 2026: 31 of 31 succeeded. Restore tests: 18 Mar 2026 passed (47 min), 22 Sep 2026 passed (52 min).",
    ],
    [
      LOG_KEPT,
      "Audit logs stay in the index for 120 days and are then moved to the archive, where they are held for seven years.",
    ],
    [
      LOG_KEPT,
      "Object lock on bucket audit-archive: mode COMPLIANCE, retention 400 days. All audit trails are delivered to this bucket.",
    ],
    [
      PENTEST,
      "Final report, external penetration test, Northgate Testing Ltd, fieldwork 1-12 June 2026. Previous test: June 2025. No critical findings; the two medium ones were closed on retest.",
    ],
    [
      PENTEST,
      "An independent firm attacks our perimeter twice a year, in spring and in autumn, and presents its findings to the CISO.",
    ],
    [
      PATCH,
      "Critical patches go to production within 14 days of the vendor's release. Emergency fixes are installed within 72 hours.",
    ],
    [
      PATCH,
      "CVE-2026-31044, critical, released 2 Sep 2026. Installed on 212 of 212 hosts by 11 Sep 2026. Verification scan clean. The nine other critical fixes of the year took between 4 and 16 days.",
    ],
    [
      PATCH,
      "We inspected the 25 critical patches issued in the period and found that all had been installed between 3 and 22 days after release.",
    ],
    [
      TRAINING,
      "Training record export, 1 Nov 2026: 486 of 486 workforce members completed the awareness course within the last 12 months; the 31 people who joined this year took it in their first week.",
    ],
    [
      TRAINING,
      "Nobody receives a log-in before passing the awareness course. The course is repeated each January, and accounts of those who have not finished it by 31 January are suspended until they have.",
    ],
    [
      RISK,
      "The 2026 risk analysis considered all 23 systems that create, receive, maintain or transmit ePHI. For each, threats and vulnerabilities were identified, likelihood and impact rated, and the result signed by the security officer on 30 June 2026.",
    ],
    [
      BAA,
      "Vendor register: 14 vendors receive ePHI. Signed business associate agreements on file: 14. In every case the signature predates the first data transfer.",
    ],
    [
      BAA,
      "Countersigned business associate agreement with DataScribe attached, effective 4 January 2026. The interface was switched on a week later, on 11 January. DataScribe is the only vendor that gets ePHI from us.",
    ],
    [SHARED, "Administrators work under a named account of their own. The built-in root and sa accounts are disabled."],
    [
      SHARED,
      "No administrator may share an account with another. Generic IDs are rejected by the privileged access gateway.",
    ],
    [SHARED, "Query of privileged accounts, 5 Nov 2026: 18 accounts, each mapped to one person. Generic accounts: 0."],
    [
      IR_TEST,
      "Tabletop exercise 21 May 2026, ransomware scenario. Present: CISO, legal, on-call, communications. Plan followed from detection to recovery in 3 h; four improvements logged. Last year's exercise: 6 June 2025.",
    ],
    [IR_TEST, "Each quarter we run one scenario of the incident response plan as a live drill."],
    [
      CODE,
      "PR 4417 by a.lindqvist. Approved by m.tran (required reviewer). Checks passed. Released to production in 2026.44. The required-reviewer rule is on for every repository and the author is not counted.",
    ],
    [
      CODE,
      "main is protected: 2 approvals required, author approval does not count, administrators included, direct pushes blocked. Releases are built from main only.",
    ],
    [
      CODE,
      "For 25 of 25 sampled changes, the approver was a different person from the author, and approval preceded deployment. No deviations noted.",
    ],
    [
      IDLE,
      "Interactive logon: Machine inactivity limit = 600 seconds. Linked to: all workstations and servers. Enforced: Yes.",
    ],
    [IDLE, "After five minutes without input the session is locked, and the user has to enter the password again."],
    [LENGTH, "PasswordPolicy: { MinimumPasswordLength: 14, RequireSymbols: true, RequireNumbers: true }"],
    [LENGTH, "Passwords shorter than 16 characters are refused by the identity provider."],
    [
      LOCKOUT,
      "auth required pam_faillock.so deny=5 unlock_time=1800 (baseline, present on all hosts; the identity provider has the same limit of 5)",
    ],
    [LOCKOUT, "After six failed log-ins in a row the account is locked until the service desk releases it."],
    [
      SCAN,
      "Internal scan runs: 08 Jan, 05 Feb, 05 Mar, 02 Apr, 07 May, 04 Jun, 02 Jul, 06 Aug, 03 Sep, 01 Oct, 05 Nov 2026. Status of each: completed, all subnets.",
    ],
    [SCAN, "The scanner sweeps the whole internal network every night and opens tickets for new findings."],
    [
      CVV,
      "The card security code is held in memory during authorization only and is discarded with the response; it is never written to disk, log or queue.",
    ],
    [
      CVV,
      "Search of databases, logs and dumps by the QSA for track data, CVV2 and PIN blocks: none found after authorization.",
    ],
    [
      CVV,
      "The payment page is an iframe of the acquirer. Neither the security code nor the track data enters our systems, so none of it can be stored.",
    ],
    [
      MEDIA,
      "Certificate of destruction 2026-0911: 31 hard drives, serial numbers attached, degaussed and shredded on site on 9 September 2026, witnessed by J. Maddox. The drives were from the retired PACS, the only equipment with ePHI that we disposed of this year.",
    ],
    [
      MEDIA,
      "Drives from clinical systems do not leave the building intact. They are overwritten, then shredded, and the technician enters serial number, method and date in the disposal register.",
    ],
    [
      ASSETS,
      "The asset database is fed by the discovery agent every day. Owners confirm their entries each half-year; the last confirmation closed on 30 September 2026 without open items.",
    ],
    [
      MALWARE,
      "Sensor coverage 1 Nov 2026: 702 of 702 workstations and servers, tamper protection on for all. Uninstall requires a token that only security operations holds.",
    ],
    [
      SUPPLIER,
      "Hosting, payroll and e-mail are the critical suppliers. Before contract each was assessed by security (reports of 2023), and the assessment has been repeated every spring since, most recently in April 2026. No supplier was found unsuitable.",
    ],
    [
      DR,
      "DR exercise report, 17-18 April 2026. All tier 1 services failed over to Dublin and back. Deviations: DNS change took 12 minutes longer than planned. Report approved by the CIO; the exercise of 2025 is filed under DR-25.",
    ],
    [RTO, "Unannounced test of 12 Sep 2026: disaster declared at 09:00, last critical service confirmed at 11:20."],
    [
      RTO,
      "From the declaration of a disaster, critical services are back within two hours and the others by the next working day.",
    ],
    [
      BREACH,
      "Breach discovered 3 March 2026. First-class letters went to all 1,204 affected patients on 24 March 2026.",
    ],
    [
      BREACH,
      "Once a breach has been discovered, the privacy office writes to every affected individual within 30 days. It does not wait for the investigation to end.",
    ],
    [
      POLICY,
      "Information Security Policy v7. Approved by the Executive Board 11 February 2026. Previous review 13 February 2025. Next review due February 2027.",
    ],
    [
      POLICY,
      "Minutes, 11 Feb 2026, item 4: The Board went through the revised information security policy, had no objections and approved it unanimously. It returns to the agenda every February.",
    ],
    [
      OFFICIAL,
      "By decision of 2 March 2026 Carla Reyes is the HIPAA security official of Lakeside Clinic and is responsible for developing and implementing the security policies.",
    ],
    [
      SCREENING,
      "Offers are conditional on screening. No candidate gets a start date until identity, references and criminal record have been checked and HR has marked the file clear.",
    ],
    [SCREENING, "New hires 2026: 44. Check completed before the first day: 44. Earliest margin 3 days, latest 41."],
    [
      SEGMENT,
      "Segmentation test 7 July 2026: 65,535 TCP ports probed from each corporate VLAN towards the cardholder data environment; none reachable. Result: PASS.",
    ],
    [
      SEGMENT,
      "The CDE sits behind its own pair of firewalls. Default rule between corporate LAN and CDE: deny all. There is no route other than through the jump host.",
    ],
    [
      CLOCKS,
      "chronyc tracking: Reference ID: time1.corp (10.0.0.5) / Stratum: 3 / System time: 0.000021 seconds slow / Leap status: Normal. Same source on all 212 hosts per configuration management.",
    ],
    [
      VISITORS,
      "Visitor log DC1, 9 Nov 2026: 08:55 in, 11:30 out, K. Brandt (Siemens), escort T. Ngo throughout. A visitor without an escort is not let past the mantrap.",
    ],
    [KEYS, "KeyRotationEnabled: true, RotationPeriodInDays: 180. Applies to all data encryption keys in the vault."],
    [
      DEFAULTS,
      "Build checklist, sw-core-09: factory password replaced (Y), SNMP community changed (Y), unused services off (Y). Connected to the network only after sign-off, 6 May 2026.",
    ],
    [
      DEFAULTS,
      "A device whose factory password has not been replaced is not connected; the port stays shut until the build check passes.",
    ],
    [
      TEST_DATA,
      "Test databases are filled by a generator with synthetic patients. A copy of production may not leave the production account, and the backup role has no grant outside it.",
    ],
    [LAPTOPS, "MDM compliance report 10 Nov 2026: encryption required, 458 of 458 laptops compliant, 0 non-compliant."],
    [
      LAPTOPS,
      "No laptop is handed out before BitLocker or FileVault has finished encrypting the disk; the MDM blocks the device should encryption be turned off.",
    ],
    [
      FIREWALL,
      "Rule review records: 12 Feb 2026 (38 rules removed), 6 May 2026 (4 removed), 5 Aug 2026 (none removed), 4 Nov 2026 (2 removed).",
    ],
    [
      LOG_REVIEW,
      "SOC shift log 9 Nov 2026: all overnight alerts and the daily log summary reviewed by P. Iyer 07:40, nothing to escalate. 10 Nov: reviewed by P. Iyer 07:35. 11 Nov: reviewed by L. Costa 07:50. 12 Nov: reviewed by L. Costa 07:42.",
    ],
    [
      LOG_REVIEW,
      "Analysts go through the security logs at the start of each shift, three times every day including weekends and holidays.",
    ],
    [
      NDA,
      "The onboarding workflow creates an account only when the signed confidentiality agreement has been attached. This holds for employees and contractors alike; there is no way round it.",
    ],
    [
      USB,
      "Device control policy 'All endpoints': USB mass storage = Block, optical = Block, SD = Block. Exceptions: none. Assigned: 702 of 702.",
    ],
    [
      PUBLIC_BUCKET,
      "BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true (account level, all buckets)",
    ],
    [
      PUBLIC_BUCKET,
      "An anonymous request to any bucket with customer data returns 403. The nightly job tries each of them and has not found one open since it was introduced in 2024.",
    ],
    [
      KEYS,
      "Data keys were previously rotated every three years. Since January 2026 they have been rotated every 90 days; the last rotation was on 28 October 2026.",
    ],
    [
      IR_TEST,
      "The test of the incident response plan took place on 8 September 2026. It did not reveal serious gaps. One contact number was out of date and was corrected the same day.",
    ],
  ],
};

/** Of other domains, voices and documents; nobody who makes rules has seen it. */
export const FIFTH_KEPT: GuardHalf = { everyday: [], evading: [], sound: [] };
