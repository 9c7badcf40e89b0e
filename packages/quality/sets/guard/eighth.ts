import type { GuardHalf } from "./guard-pair.ts";

/**
 * Policies, contracts, exports of systems, registers, audit notes, chats and tables on information security, privacy, food,
 * environment, people and finance. By another author than the rules.
 *
 * Measured at first sight over both halves: 22 of 80 everyday and 18 of 50 evading ones passed, and 20 of 100 sound ones
 * did not. Then rules were made with this half in view.
 */
export const EIGHTH_TUNED: GuardHalf = {
  everyday: [
    [
      "All employees complete security awareness training upon hire and every year thereafter.",
      "Completion on 31 October 2026: 212 of 268 employees. 56 are overdue, 20 of them by more than a year.",
    ],
    [
      "Installation of unauthorised software on company computers is prevented.",
      "Everybody is local administrator on their own computer and can install whatever they like.",
    ],
    [
      "Payments above 10,000 EUR are released only with the approval of two authorised persons.",
      "The treasurer releases payments of any size alone. A second approval is asked for above 100,000 EUR.",
    ],
    [
      "NOx emissions from the boiler do not exceed 100 mg/Nm³.",
      "NOx, mean of three runs: 164 mg/Nm³.",
      { title: "Stack test, boiler 1, August 2026" },
    ],
    [
      "Measuring instruments used for product release are calibrated at least every 12 months.",
      "Balance B-07: calibration due 2 February 2026, not sent, still in use for release weighing.",
    ],
    [
      "The customer portal is penetration tested at least once a year by an independent party, and high-risk findings are remediated.",
      "Our hosting provider had its own management network tested by an outside firm in April 2026. The customer portal was out of scope and nobody has tested it.",
    ],
    [
      "All administrative accounts use multi-factor authentication.",
      "Multi-factor authentication is compulsory for shoppers who log in to our web store. Our own administrators sign in with a password only.",
    ],
    [
      "Hazardous waste is handed over only to licensed carriers, and consignment notes are kept for at least three years.",
      "The carrier's permit was withdrawn in April. It has collected our solvents twice since then.",
    ],
    [
      "A business associate agreement is in place with each vendor that handles protected health information.",
      "Agreements signed: 5. Vendors with access to PHI: 8. Missing: transcription, billing, shredding.",
    ],
    [
      "A data protection impact assessment is completed before any high-risk processing begins.",
      "Face recognition at the gates went live in June 2026. The impact assessment was begun in September and is not finished.",
    ],
    [
      "At least two trained first-aiders are present on every shift.",
      "Shift A: 3 first-aiders. Shift B: 2 first-aiders. Shift C (nights): 0 first-aiders.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of the organisation becoming aware of them.",
      "Breaches of personal data are reported to the supervisory authority within ten working days.",
    ],
    [
      "External vulnerability scans are performed at least quarterly by an approved scanning vendor.",
      "The approved scanning vendor ran external scans in January and July 2026. There were no others this year.",
    ],
    [
      "Restoration from backup is tested at least once a year and the result is documented.",
      "The restore test planned for May was called off because the spare server never arrived. No new date has been set and there was none in 2025 either.",
    ],
    [
      "Media holding confidential data is wiped or destroyed before disposal, and a record of each disposal is kept.",
      "Old drives go to the shredder on the second floor. We don't write down which drives or when.",
    ],
    [
      "All employees complete security awareness training upon hire and every year thereafter.",
      "New colleagues take the awareness course in their first week. There is no refresher after that.",
    ],
    [
      "Access of departing staff is revoked within 24 hours of the end of employment.",
      "Name | Last day | Account disabled\nT. Brandt | 30 Sep 2026 | 9 Oct 2026\nS. Iyer | 2 Oct 2026 | 2 Oct 2026\nK. Moss | 16 Oct 2026 | 28 Oct 2026",
    ],
    [
      "External vulnerability scans are performed at least quarterly by an approved scanning vendor.",
      "Each quarter our own network team points a free scanner at the public addresses. We do not use an approved scanning vendor.",
    ],
    [
      "All administrative accounts use multi-factor authentication.",
      "Of the 41 domain and cloud administrator accounts, 17 have a second factor registered. The other 24 are on passwords.",
    ],
    [
      "Restoration from backup is tested at least once a year and the result is documented.",
      "We have not tried to restore anything from backup since the summer of 2023.",
    ],
    [
      "Workstations lock automatically after no more than 15 minutes of inactivity.",
      "Screen lock: after 60 minutes without input. Users can turn it off.",
    ],
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "The owner of each system looks over its user rights every quarter.",
      {
        title: "Access policy",
        beside: [
          "Internal audit note, September 2026: for the payroll system no user rights review has taken place since November 2025. The owner confirmed this.",
        ],
      },
    ],
    [
      "Firewall rule sets are reviewed at least every six months.",
      "Rule base last reviewed: 11 September 2025\nNext review due: 11 March 2026\nStatus: OVERDUE",
    ],
    [
      "Visitors to the data centre are escorted at all times and entered in a visitor log.",
      "Visitors sign in at the desk, get a badge and then walk around the data hall on their own.",
      { quote: "Visitors sign in at the desk, get a badge" },
    ],
    [
      "An anonymous reporting channel is open to all employees.",
      "Reports can be made by telling your line manager. We closed the anonymous hotline in 2024.",
    ],
    [
      "Multi-factor authentication is enforced for all remote access to the internal network.",
      "Own staff confirm each VPN login in the authenticator app. Contractors, roughly half of the people who connect from outside, sign in with a password and nothing else.",
      { quote: "Own staff confirm each VPN login in the authenticator app." },
    ],
    [
      "All employees complete security awareness training upon hire and every year thereafter.",
      "Office staff take the course on joining and every year. Warehouse and night-shift workers aren't enrolled.",
      { quote: "Office staff take the course on joining and every year." },
    ],
    [
      "The security of every critical supplier is assessed before the contract is signed.",
      "1. Do you encrypt customer data? –\n2. Do you hold a certification? –\n3. When was your last penetration test? –\nSupplier did not return the questionnaire; contract signed 1 June 2026.",
      { title: "Critical supplier security questionnaire" },
    ],
    [
      "Bank accounts are reconciled monthly and each reconciliation is reviewed by a second person.",
      "The reconciliations for July, August, September and October 2026 have not been prepared.",
    ],
    [
      "The information security policy is approved by top management and reviewed at least annually.",
      "The chief executive signed the information security policy on 4 May 2021. It has not been looked at since.",
    ],
    [
      "All administrative accounts use multi-factor authentication.",
      "dario: are the storage admin logins on MFA yet?\nlena: nope, still plain passwords, the ticket is sitting in the backlog",
      { title: "#infra-ops, 3 November 2026" },
    ],
    [
      "Security event logs are reviewed daily.",
      "Week 45 log review\nMon: done\nTue: not done\nWed: not done\nThu: not done\nFri: done",
    ],
    [
      "Passwords must be at least 12 characters long.",
      "For administrators the minimum is 12 characters. All other users may choose passwords of six characters or more.",
    ],
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "QUARTERLY ACCESS REVIEW\nSystem: ____________\nReviewer: ____________\nDate: ____________\nResult: [ ] no changes [ ] changes made",
      { title: "Access review form" },
    ],
    [
      "Cardholder data sent over public networks is encrypted with TLS 1.2 or higher.",
      "ssl_protocols SSLv3 TLSv1 TLSv1.1;",
      { title: "payment-gw01 web server configuration" },
    ],
    [
      "All company laptops are protected by full-disk encryption.",
      "Encryption status, laptops: 133 encrypted, 22 not encrypted, 4 unknown.",
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "prod-orders-db  14 Nov FAILED (no space)\nprod-orders-db  15 Nov FAILED (no space)\nprod-orders-db  16 Nov FAILED (no space)\nprod-orders-db  17 Nov FAILED (no space)",
      { title: "Backup job history" },
    ],
    [
      "Changes to production are tested, and approved by someone other than the developer, before release.",
      "CHG-2210\nAuthor: b.novak\nTests run: none\nApproved by: b.novak\nReleased: 6 Nov 2026",
    ],
    [
      "Critical security patches are installed within 14 days of their release.",
      "Patch | Severity | Released | Installed\nKB-7731 | critical | 1 Sep 2026 | 6 Oct 2026\nKB-7790 | critical | 14 Sep 2026 | not installed",
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "Database backups run every Sunday at 02:00 and are encrypted with AES-256. There are no runs on weekdays.",
    ],
  ],
  evading: [
    [
      "Access of departing staff is revoked within 24 hours of the end of employment.",
      "On departure, accounts are dealt with promptly, subject to any handover needs which the line manager may wish to accommodate.",
    ],
    [
      "Measuring instruments used for product release are calibrated at least every 12 months.",
      "Release instruments are sent for calibration once drift is suspected, an approach that has kept downtime low.",
    ],
    [
      "Installation of unauthorised software on company computers is prevented.",
      "Staff are trusted to refrain from installing software that has not been authorised, and experience with this has been favourable.",
    ],
    [
      "Audit logs are retained for at least 12 months.",
      "Audit logs are retained for as long as the storage allocation permits, which at current volumes comes to around four months.",
    ],
    [
      "Access of departing staff is revoked within 24 hours of the end of employment.",
      "The service desk revokes access within 24 hours of receiving the manager's leaver form. Forms are customarily received in the month after departure.",
    ],
    [
      "Production data is not used in development or test environments.",
      "Test environments are fed with masked data wherever the tooling supports it; for the remaining modules a recent copy of production is drawn upon.",
    ],
    [
      "A documented incident response plan exists and is exercised at least annually.",
      "An incident response plan is in place. Given the number of real tickets handled by the service desk, a separate exercise of the plan has not been felt to be needed.",
    ],
    [
      "Refrigerated food is held at or below 5 °C and its temperature is recorded at least twice a day.",
      "Temperatures of refrigerated food are recorded in the morning and evening, and are generally found to be in the region of 5 to 7 °C.",
    ],
    [
      "The customer portal is penetration tested at least once a year by an independent party, and high-risk findings are remediated.",
      "An independent test of the portal was concluded in March 2026. Its high-risk findings have been noted and will inform future design considerations.",
      { quote: "An independent test of the portal was concluded in March 2026." },
    ],
    [
      "Changes to production are tested, and approved by someone other than the developer, before release.",
      "Changes are tested before release and approved by a colleague, except for those which the developer considers minor or pressing.",
      { quote: "Changes are tested before release and approved by a colleague" },
    ],
    [
      "NOx emissions from the boiler do not exceed 100 mg/Nm³.",
      "Boiler NOx values have shown a welcome downward trend, settling at 128 mg/Nm³ in the latest campaign.",
    ],
    [
      "Multi-factor authentication is enforced for all remote access to the internal network.",
      "Remote connections are protected by multi-factor authentication, save where a user's role or equipment makes this impractical, in which case the password continues to be relied upon.",
      { quote: "Remote connections are protected by multi-factor authentication" },
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "Backups of production databases are taken daily. Encryption capability is available in the product and may be activated.",
      { beside: ["Backup console: encryption = off for all jobs."] },
    ],
    [
      "All administrative accounts use multi-factor authentication.",
      "Multi-factor authentication has been introduced for administrators of the identity platform. Legacy systems retain their established sign-in arrangements.",
    ],
    [
      "All company laptops are protected by full-disk encryption.",
      "Laptops issued since January 2026 arrive with full-disk encryption enabled; earlier models remain in service in their original configuration.",
    ],
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "User rights are reconsidered by system owners whenever circumstances suggest that it would be worthwhile.",
    ],
    [
      "The security of every critical supplier is assessed before the contract is signed.",
      "Critical suppliers undergo a security assessment in the course of the first contract year, the outcome of which is considered at renewal.",
    ],
    [
      "All administrative accounts use multi-factor authentication.",
      "Privileged accounts are brought under multi-factor authentication as the opportunity arises in the course of system upgrades.",
    ],
    [
      "External vulnerability scans are performed at least quarterly by an approved scanning vendor.",
      "External scanning by an approved vendor forms part of our assurance programme and is called upon when significant changes to the perimeter are foreseen.",
    ],
    [
      "Security event logs are reviewed daily.",
      "Log data is continuously collected and can be consulted by the security team should an occasion arise.",
    ],
    [
      "Media holding confidential data is wiped or destroyed before disposal, and a record of each disposal is kept.",
      "A disposal contractor collects surplus equipment. It is our understanding that the contractor gives due attention to any data that may remain.",
    ],
    [
      "An anonymous reporting channel is open to all employees.",
      "Employees may raise concerns through the speak-up portal after signing in with their personal account, so that the team can get back to them by name.",
    ],
    [
      "Every employee receives a written employment contract no later than the first day of work.",
      "Terms are agreed verbally on the first day, and the paperwork follows as soon as the HR office finds itself able to prepare it.",
    ],
    [
      "The information security policy is approved by top management and reviewed at least annually.",
      "The information security policy, prepared by the IT manager, was circulated to the board for information in March 2026, and endorsement is anticipated in due course.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of the organisation becoming aware of them.",
      "The supervisory authority is notified within 72 hours of the conclusion of the internal investigation.",
    ],
  ],
  sound: [
    [
      "Workstations lock automatically after no more than 15 minutes of inactivity.",
      "Workstations lock by themselves after ten minutes without input. Users cannot lengthen this or turn it off.",
    ],
    [
      "Cardholder data sent over public networks is encrypted with TLS 1.2 or higher.",
      "ssl_protocols TLSv1.2 TLSv1.3;",
      {
        title: "payment-gw01 – only public endpoint for cardholder data",
        beside: [
          "Network description: cardholder data leaves the company over one public endpoint, payment-gw01, and by no other route.",
        ],
      },
    ],
    [
      "All administrative accounts use multi-factor authentication.",
      "No administrator can sign in with a password alone. Every admin account, including the emergency accounts in the safe, needs a FIDO2 key as second factor.",
      {
        title: "Privileged access standard, in force since 1 June 2025",
        beside: ["Directory export, 16 November 2026: 23 admin accounts, 23 with FIDO2 key enforced."],
      },
    ],
    [
      "All administrative accounts use multi-factor authentication.",
      "Administrator accounts: 41. With second factor registered and enforced: 41. Without: 0.",
    ],
    [
      "Anti-malware software runs on all endpoints and is updated automatically.",
      "Anti-malware software is installed on every endpoint before it is handed over, fetches its updates automatically every hour and can't be stopped by the user.",
    ],
    [
      "Critical security patches are installed within 14 days of their release.",
      "Patch | Severity | Released | Installed on all hosts\nKB-8810 | critical | 1 Sep 2026 | 7 Sep 2026\nKB-8846 | critical | 22 Sep 2026 | 28 Sep 2026\nKB-8902 | critical | 13 Oct 2026 | 20 Oct 2026",
      { title: "Critical patches Q3/Q4 2026, all" },
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "prod-claims-db | daily 01:30 | AES-256 | last 30 runs: 30 OK\nprod-orders-db | daily 02:15 | AES-256 | last 30 runs: 30 OK\n(these are all production databases)",
      { title: "Backup report, 20 November 2026" },
    ],
    [
      "Refrigerated food is held at or below 5 °C and its temperature is recorded at least twice a day.",
      "Refrigerated food is kept at no more than 4 °C. The kitchen writes down the temperature at opening, at noon and at closing.",
    ],
    [
      "Hazardous waste is handed over only to licensed carriers, and consignment notes are kept for at least three years.",
      "All hazardous waste in 2026 went to two carriers, both with a licence valid until 2029. Consignment notes are kept for five years; those from 2021 were on file at the audit.",
    ],
    [
      "The information security policy is approved by top management and reviewed at least annually.",
      "Information security policy\nVersion 7.0\nApproved by: chief executive, 12 January 2026\nReview: every 12 months\nHistory: 6.0 (January 2025), 5.1 (January 2024)",
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "Every production database is backed up every six hours. The backup vault encrypts each copy with a key held in the HSM; unencrypted copies cannot be written to it.",
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "The run of 3 November failed for lack of space. It was repeated the same day at 06:10 and succeeded. All other daily runs of the production databases in October and November were successful, and all copies are encrypted (AES-256).",
    ],
    [
      "Refrigerated food is held at or below 5 °C and its temperature is recorded at least twice a day.",
      "Cold store 1\n9 Nov: 07:00 3.2 °C, 13:00 3.9 °C, 19:00 3.5 °C\n10 Nov: 07:00 3.1 °C, 13:00 4.0 °C, 19:00 3.6 °C\n11 Nov: 07:00 3.3 °C, 13:00 3.8 °C, 19:00 3.4 °C",
      { title: "Temperature record, refrigerated food" },
    ],
    [
      "An inventory of hardware is maintained and names an owner for each asset.",
      "IT keeps an inventory of all hardware. No device is put into the inventory without the name of its owner, and on a change of owner the entry is updated the same day.",
    ],
    [
      "An anonymous reporting channel is open to all employees.",
      "Any employee can report through the web form run by an outside ombudsman. The form asks for no name and stores no address, and the company can't find out who wrote.",
    ],
    [
      "The security of every critical supplier is assessed before the contract is signed.",
      "Critical supplier | Security assessment | Contract signed\nPayroll processor | 12 Jan 2026 | 3 Mar 2026\nHosting provider | 20 Nov 2025 | 15 Jan 2026\nCall centre | 2 Jun 2026 | 30 Jun 2026\n(all critical suppliers)",
    ],
    [
      "Background checks are completed before new employees start work.",
      "Start date | Check completed\n1 Sep 2026 | 18 Aug 2026\n15 Sep 2026 | 2 Sep 2026\n1 Oct 2026 | 25 Sep 2026\nThese are all starters of the quarter.",
      { title: "Background checks of new employees Q3" },
    ],
    [
      "Bank accounts are reconciled monthly and each reconciliation is reviewed by a second person.",
      "Month | Prepared | Reviewed\nJul 2026 | A. Duarte, 4 Aug | V. Klein, 6 Aug\nAug 2026 | A. Duarte, 3 Sep | V. Klein, 4 Sep\nSep 2026 | A. Duarte, 5 Oct | V. Klein, 7 Oct\nOct 2026 | A. Duarte, 3 Nov | V. Klein, 5 Nov",
      { title: "Bank reconciliations, all accounts" },
    ],
    [
      "Payments above 10,000 EUR are released only with the approval of two authorised persons.",
      "We drew 60 payments above 10,000 EUR from January to October 2026. Each of the 60 carried the approval of two persons on the list of authorised signatories.",
    ],
    [
      "All employees complete security awareness training upon hire and every year thereafter.",
      "Awareness training status on 31 October 2026: 268 of 268 employees completed within the last 12 months. All 31 people hired in 2026 completed it in their first week.",
    ],
    [
      "The organisation maintains a record of its processing activities, including purposes and recipients.",
      "No. | Processing activity | Purpose | Recipients\n1 | Payroll | payment of wages | tax office, payroll bureau\n2 | Recruitment | selection of applicants | none\n3 | Newsletter | marketing | mailing provider\nLast updated: 2 November 2026",
      { title: "Record of processing activities" },
    ],
    [
      "All employees complete security awareness training upon hire and every year thereafter.",
      "Each new employee takes the security awareness course on the first working day and again every year. Anyone who has not completed it by the due date loses network access until it is done; nobody is exempt.",
    ],
    [
      "NOx emissions from the boiler do not exceed 100 mg/Nm³.",
      "NOx emission, boiler, 3 runs on 12 August 2026: 71, 68, 74 mg/Nm³. Limit 100 mg/Nm³. Not exceeded.",
    ],
    [
      "Restoration from backup is tested at least once a year and the result is documented.",
      "Restore test RT-26: on 19 May 2026 the billing database was restored from the backup of 17 May to an isolated host. Row counts and checksums matched. Duration 2 h 40 min. Report signed by O. Haddad, previous test 22 May 2025.",
    ],
    [
      "Installation of unauthorised software on company computers is prevented.",
      "Test of 23 September 2026: on ten computers we tried to install three programs that are not on the list. All thirty attempts were blocked and logged.",
      { title: "Test of the software allow-list" },
    ],
    [
      "Passwords must be at least 12 characters long.",
      "MinimumPasswordLength: 14\nScope: all users",
      { title: "Directory password policy" },
    ],
    [
      "Each user has a unique account; shared accounts are not used.",
      "Every user has an account of their own. The last shared account, 'reception', was deleted on 2 February 2026; the directory check of November found none.",
      {
        quote:
          "Every user has an account of their own. The last shared account, 'reception', was deleted on 2 February 2026; the directory check of November found none.",
      },
    ],
    [
      "All company laptops are protected by full-disk encryption.",
      "The 22 laptops reported as unencrypted in the March audit were encrypted or withdrawn by 10 April 2026. Today all company laptops are encrypted in full (report attached: 161 of 161).",
      { quote: "Today all company laptops are encrypted in full (report attached: 161 of 161)." },
    ],
    [
      "External vulnerability scans are performed at least quarterly by an approved scanning vendor.",
      "The ASV scans our public addresses every month. The July scan did not pass at first because of an outdated library; it was fixed and the rescan on 20 July passed.",
    ],
    [
      "Firewall rule sets are reviewed at least every six months.",
      "Rule base review, all firewalls: 12 November 2025, 6 May 2026, 28 October 2026. In the latest one 14 rules that were no longer in use were deleted.",
    ],
    [
      "Hazardous waste is handed over only to licensed carriers, and consignment notes are kept for at least three years.",
      "The gate does not release hazardous waste to a carrier whose licence is not on the list of valid licences. Consignment notes stay in the archive for three years and are not destroyed earlier.",
    ],
    [
      "A documented incident response plan exists and is exercised at least annually.",
      "Tabletop report: on 9 September 2026 the response team walked through a stolen credentials scenario using the written incident response plan IR-01. Two weaknesses in the call tree were noted and put right on 14 September. The exercise before this took place in September 2025.",
      {
        beside: [
          "IR-01 Incident response plan. 1 Roles. 2 Detection. 3 Containment. 4 Recovery. 5 Communication. Version 3.0, approved 12 January 2026.",
        ],
      },
    ],
    [
      "Security event logs are reviewed daily.",
      "Week 46\nMon 9 Nov: reviewed 08:40 DK, nothing found\nTue 10 Nov: reviewed 08:35 DK, 1 alert, ticket 5521, closed\nWed 11 Nov: reviewed 09:02 AM, nothing found\nThu 12 Nov: reviewed 08:50 AM, nothing found\nFri 13 Nov: reviewed 08:44 DK, nothing found\nSat 14 Nov: reviewed 10:15 on-call\nSun 15 Nov: reviewed 10:05 on-call",
      { title: "Security event log review sheet" },
    ],
    [
      "A fire drill is held at every site at least twice a year.",
      "Site | 1st drill 2026 | 2nd drill 2026\nHarbour | 11 Mar | 16 Sep\nHill | 12 Mar | 17 Sep\nMill | 18 Mar | 23 Sep\n(all sites)",
      { title: "Fire drills" },
    ],
    [
      "Workstations lock automatically after no more than 15 minutes of inactivity.",
      "InactivityTimeoutSecs = 600\nUser may change: no\nAssigned to: All workstations",
    ],
    [
      "A data protection impact assessment is completed before any high-risk processing begins.",
      "A project with high-risk processing gets no production access until its data protection impact assessment is complete. Two projects were stopped in 2026 because theirs was not, and resumed afterwards.",
    ],
    [
      "Bank accounts are reconciled monthly and each reconciliation is reviewed by a second person.",
      "The bookkeeper reconciles the bank accounts every week. The controller, who has no access to payments, reviews and initials each reconciliation.",
    ],
    [
      "Multi-factor authentication is enforced for all remote access to the internal network.",
      "Finding 4 of the 2025 audit (contractors could use the VPN without a second factor) was closed on 14 January 2026. Since that day the gateway demands password and authenticator code from every remote user. Retest on 2 March 2026: login without code rejected for all five user groups.",
      { quote: "Since that day the gateway demands password and authenticator code from every remote user." },
    ],
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "The system owner checks all user rights every month and confirms in the register that they are still needed.",
    ],
    [
      "A business associate agreement is in place with each vendor that handles protected health information.",
      "Vendors with access to PHI: 8. Signed business associate agreements: 8. The cleaning company has no agreement because it handles no PHI.",
      { quote: "Vendors with access to PHI: 8. Signed business associate agreements: 8." },
    ],
    [
      "Firewall rule sets are reviewed at least every six months.",
      "Network engineering reviews the rule sets of all firewalls every three months.",
    ],
    [
      "Visitors to the data centre are escorted at all times and entered in a visitor log.",
      "Visitors do not enter the data centre without an escort, who stays with them until they leave. Name, company, escort and times go into the visitor log.",
    ],
    [
      "Payments above 10,000 EUR are released only with the approval of two authorised persons.",
      "The banking portal releases no payment above 5,000 EUR until two authorised persons have approved it. Not even the managing director can release one alone.",
    ],
    [
      "Installation of unauthorised software on company computers is prevented.",
      "Users have no administrator rights. Application control is in blocking mode on all computers, so that only programs on the approved list can be installed or run.",
    ],
    [
      "Every employee receives a written employment contract no later than the first day of work.",
      "All 31 people who joined in 2026 had received their written employment contract before the first day of work; the earliest 40 days, the latest three days before.",
    ],
    [
      "All administrative accounts use multi-factor authentication.",
      "Conditional access rule CA-03\nApplies to: all administrator roles\nExcluded: none\nGrant: require multi-factor authentication\nState: on",
    ],
    [
      "A data protection impact assessment is completed before any high-risk processing begins.",
      "The impact assessment for licence plate recognition was completed on 11 March 2026 and approved by the data protection officer. Processing began on 1 May 2026. No other high-risk processing has been started this year.",
      {
        quote:
          "The impact assessment for licence plate recognition was completed on 11 March 2026 and approved by the data protection officer. Processing began on 1 May 2026. No other high-risk processing has been started this year.",
      },
    ],
    [
      "Security event logs are reviewed daily.",
      "The security operations centre reviews the security event logs every day, weekends included, and signs the daily sheet.",
    ],
    [
      "The security of every critical supplier is assessed before the contract is signed.",
      "Purchasing may not sign a contract with a critical supplier until the security team has assessed the supplier and recorded the result. In 2026 one candidate did not pass and was not contracted.",
    ],
    [
      "Anti-malware software runs on all endpoints and is updated automatically.",
      "Endpoints: 512. Agent running: 512. Definitions older than 24 hours: 0. Update mode: automatic, enforced.",
      { title: "Anti-malware console, 19 November 2026" },
    ],
  ],
};

/** Pairs of the same author, read by nobody while rules were made; what comes out wrong is in docs/quality.md. */
export const EIGHTH_KEPT: GuardHalf = {
  everyday: [
    [
      "Restoration from backup is tested at least once a year and the result is documented.",
      "Restore test record\nDate of test: [dd/mm/yyyy]\nSystem restored: [insert system]\nOutcome: [insert outcome]\nSigned: [name]",
      { title: "Annual restore test" },
    ],
    [
      "An inventory of hardware is maintained and names an owner for each asset.",
      "Tag | Type | Owner\nLT-001 | laptop | (blank)\nLT-002 | laptop | (blank)\nSV-014 | server | unknown",
    ],
    [
      "A documented incident response plan exists and is exercised at least annually.",
      "There is no written plan for incidents. People know whom to phone.",
    ],
    [
      "A fire drill is held at every site at least twice a year.",
      "Harbour site: one drill in 2026 (March). Hill site: none in 2025, none in 2026.",
    ],
    [
      "Anti-malware software runs on all endpoints and is updated automatically.",
      "The 38 design workstations have no anti-malware agent. On all other machines it is installed and updates itself.",
      { quote: "On all other machines it is installed and updates itself." },
    ],
    [
      "Access of departing staff is revoked within 24 hours of the end of employment.",
      "HR mails IT a list of leavers at the end of the month. IT closes those accounts in the course of the following week.",
    ],
    [
      "Security event logs are reviewed daily.",
      "Nobody has opened the log console since Priya left the company in August.",
    ],
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "The system owner goes through the list of users once a year, in January.",
    ],
    ["Audit logs are retained for at least 12 months.", "Audit logs older than six months are deleted to save space."],
    [
      "A documented incident response plan exists and is exercised at least annually.",
      "The incident response plan (v2) was last exercised in October 2024. The 2025 and 2026 tabletops were both cancelled.",
    ],
    [
      "User accounts are locked after no more than five failed sign-in attempts.",
      "AccountLockoutThreshold = 0 (accounts never lock)",
      { title: "Domain policy export" },
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "A dump of each production database is written to the NAS every night. The dumps are not encrypted.",
      { quote: "A dump of each production database is written to the NAS every night." },
    ],
    [
      "Multi-factor authentication is enforced for all remote access to the internal network.",
      "gateway | users | sign-in\nvpn-north | 310 | password + TOTP\nvpn-south | 274 | password only",
      { title: "Remote access settings export" },
    ],
    [
      "The customer portal is penetration tested at least once a year by an independent party, and high-risk findings are remediated.",
      "An outside firm tested the portal in February 2026 and reported three high-risk findings. As of November none of the three has been fixed.",
      { quote: "An outside firm tested the portal in February 2026" },
    ],
    [
      "Data subject access requests are answered within one month of receipt.",
      "Ref | Received | Answered\nDS-08 | 3 May 2026 | 22 Jul 2026\nDS-09 | 11 May 2026 | 30 Jul 2026",
    ],
    [
      "Critical security patches are installed within 14 days of their release.",
      "DRAFT 0.3, not adopted. Proposal: critical patches within 14 days. At present there is no deadline for patching of any kind.",
      { title: "Patch standard", quote: "critical patches within 14 days" },
    ],
    [
      "Cardholder data sent over public networks is encrypted with TLS 1.2 or higher.",
      "Card numbers go to the acquirer overnight by plain FTP across the internet.",
    ],
    [
      "Bank accounts are reconciled monthly and each reconciliation is reviewed by a second person.",
      "The main account was reconciled each month. The reserve account was not reconciled at any time in 2026.",
      { quote: "The main account was reconciled each month." },
    ],
    [
      "Hazardous waste is handed over only to licensed carriers, and consignment notes are kept for at least three years.",
      "Consignment notes for 2024 and 2025 could not be found. The folder was thrown out when we moved offices.",
    ],
    [
      "The security of every critical supplier is assessed before the contract is signed.",
      "Contract with the payroll processor signed: 5 January 2026. Security assessment of the payroll processor: 18 May 2026.",
    ],
    [
      "Measuring instruments used for product release are calibrated at least every 12 months.",
      "Release instruments are calibrated every 24 months.",
    ],
    [
      "Only operators holding a current licence drive forklift trucks.",
      "R. Banda's forklift licence expired on 30 June 2026. He was driving truck 3 on every shift in October.",
    ],
    [
      "User accounts are locked after no more than five failed sign-in attempts.",
      "After ten wrong passwords the account is locked for half an hour.",
    ],
    [
      "An inventory of hardware is maintained and names an owner for each asset.",
      "The hardware list was given up in 2022 and nobody keeps one today.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of the organisation becoming aware of them.",
      "We learned of the breach on 2 March 2026. The authority was informed on 19 March 2026.",
    ],
    [
      "Changes to production are tested, and approved by someone other than the developer, before release.",
      "Developers push their own changes straight to production. No one else looks at them first.",
      {
        beside: [
          "Development handbook, chapter 2: code is kept in the central repository and every commit carries a ticket number.",
        ],
      },
    ],
    [
      "Background checks are completed before new employees start work.",
      "Candidate started: 1 Sep 2026. Criminal record check requested: 8 Sep 2026. Result received: 29 Sep 2026.",
    ],
    [
      "Written allergen information is available for every dish on the menu.",
      "Allergen folder\nDish: ________\nContains: ________\nChecked by: ________",
      { title: "Allergen information (blank form, none filled in yet)" },
    ],
    [
      "An information security risk assessment is carried out at least annually and approved by management.",
      "The 2026 risk assessment has not been started. The last one is from 2023.",
    ],
    [
      "Payments above 10,000 EUR are released only with the approval of two authorised persons.",
      "In 14 of the 60 payments above 10,000 EUR that we sampled there was only one approver.",
    ],
    [
      "Every employee receives a written employment contract no later than the first day of work.",
      "Seasonal workers get their written contract at the end of the first month.",
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "The nightly backup of the orders database was discontinued when we moved to the new cluster. Nothing has taken its place so far.",
    ],
    [
      "Refrigerated food is held at or below 5 °C and its temperature is recorded at least twice a day.",
      "The cook notes the fridge temperature each morning. There is no second reading.",
    ],
    [
      "Audit logs are retained for at least 12 months.",
      "retention_days: 90\narchive_tier: disabled\ndelete_after_retention: true",
      { title: "Audit log storage settings" },
    ],
    ["Passwords must be at least 12 characters long.", "Minimum password length: 8 characters"],
    ["At least two trained first-aiders are present on every shift.", "Each shift has one trained first-aider."],
    [
      "Written allergen information is available for every dish on the menu.",
      "The allergen sheet covers the main courses. For starters and desserts we have nothing in writing.",
      { quote: "The allergen sheet covers the main courses." },
    ],
    [
      "Multi-factor authentication is enforced for all remote access to the internal network.",
      "Second factor on the VPN gateway is switched off at present. People dial in with username and password until the token rollout gets going in spring 2027.",
    ],
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "Q1 2026 – done, M. Okafor\nQ2 2026 – skipped\nQ3 2026 – skipped, owner on leave",
    ],
    [
      "Refrigerated food is held at or below 5 °C and its temperature is recorded at least twice a day.",
      "Walk-in 2, 9 Nov: 08:00 9.1 °C, 16:00 8.7 °C. Walk-in 2, 10 Nov: 08:00 9.4 °C, 16:00 9.0 °C.",
      { title: "Fridge log" },
    ],
  ],
  evading: [
    [
      "Restoration from backup is tested at least once a year and the result is documented.",
      "The ability to restore is considered proven by the uneventful completion of the nightly backup jobs.",
    ],
    [
      "All employees complete security awareness training upon hire and every year thereafter.",
      "Awareness training is available on the learning portal at all times, and uptake among employees has been encouraging.",
      { beside: ["Learning portal, October 2026: awareness course completed by 140 of 268 employees."] },
    ],
    [
      "Critical security patches are installed within 14 days of their release.",
      "Critical patches are targeted for installation within 14 days where operationally feasible, and otherwise at the next convenient maintenance window.",
      { quote: "Critical patches are targeted for installation within 14 days" },
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of the organisation becoming aware of them.",
      "Notification of the authority is made in a timely fashion once the legal department is comfortable that the facts have been established in full.",
      { beside: ["Breach PB-25-3: became aware 4 May 2026; authority notified 29 May 2026."] },
    ],
    [
      "A fire drill is held at every site at least twice a year.",
      "Each site takes part in a fire drill in the spring. A second drill may be arranged where the site manager sees benefit in it.",
    ],
    [
      "Critical security patches are installed within 14 days of their release.",
      "Deployment of critical patches is completed within 14 days of their acceptance by the change board, which convenes once a quarter.",
    ],
    [
      "An inventory of hardware is maintained and names an owner for each asset.",
      "Hardware purchases can be traced through the invoices held by the accounts department, which serve as our inventory.",
    ],
    [
      "Payments above 10,000 EUR are released only with the approval of two authorised persons.",
      "Payments above 10,000 EUR carry two approvals; in the absence of a second approver the treasurer's sole release has been found to suffice.",
    ],
    [
      "Bank accounts are reconciled monthly and each reconciliation is reviewed by a second person.",
      "Bank accounts are reconciled each month by the accountant, who also takes a second look at the result a few days later.",
    ],
    [
      "The customer portal is penetration tested at least once a year by an independent party, and high-risk findings are remediated.",
      "The portal's annual penetration test was conducted in April 2026 by the lead engineer of the portal team, whose familiarity with the code ensured great depth.",
    ],
    [
      "A business associate agreement is in place with each vendor that handles protected health information.",
      "Business associate agreements have been put in place with our principal vendors; with the smaller ones that handle patient information, relations of long standing are relied upon.",
    ],
    [
      "Visitors to the data centre are escorted at all times and entered in a visitor log.",
      "Visitors are entered in the log on arrival and are accompanied to the data hall, where they may then proceed with their work undisturbed.",
    ],
    [
      "Restoration from backup is tested at least once a year and the result is documented.",
      "Restoration is exercised annually as far as resources allow; in the current and the preceding year these were directed elsewhere.",
    ],
    [
      "An information security risk assessment is carried out at least annually and approved by management.",
      "Risk is a standing consideration in all that we do and is discussed informally among the security team throughout the year.",
    ],
    [
      "Passwords must be at least 12 characters long.",
      "Users are advised that a password of 12 or more characters offers the best protection; the system itself accepts somewhat shorter ones.",
    ],
    [
      "Hazardous waste is handed over only to licensed carriers, and consignment notes are kept for at least three years.",
      "Licensed carriers collect our hazardous waste. Consignment notes are kept on file until the year-end closing, when the folders are cleared.",
      { quote: "Licensed carriers collect our hazardous waste." },
    ],
    [
      "Production databases are backed up daily and the backups are encrypted.",
      "Data is safeguarded by encrypted backups, the cadence of which is determined by the platform team in light of storage conditions.",
    ],
    [
      "Written allergen information is available for every dish on the menu.",
      "Guests with allergies are invited to speak to the service staff, who will do their best to recall the ingredients.",
    ],
    [
      "All employees complete security awareness training upon hire and every year thereafter.",
      "All employees receive security awareness training when they join, and thereafter may draw on a rich library of optional refreshers.",
    ],
    [
      "User accounts are locked after no more than five failed sign-in attempts.",
      "Repeated failed sign-ins are recorded and may, at the discretion of the operator on duty, lead to the account being locked.",
    ],
    [
      "Cardholder data sent over public networks is encrypted with TLS 1.2 or higher.",
      "The payment gateway supports TLS 1.2 and 1.3 and, in the interest of compatibility with older terminals, also negotiates earlier versions.",
      { quote: "The payment gateway supports TLS 1.2 and 1.3" },
    ],
    [
      "At least two trained first-aiders are present on every shift.",
      "First-aid cover is arranged with two trained persons per shift on weekdays; weekend shifts draw on the general helpfulness of those present.",
    ],
    [
      "Multi-factor authentication is enforced for all remote access to the internal network.",
      "A second factor is offered to everyone who connects remotely, and colleagues are warmly encouraged to enrol.",
    ],
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "Reviews of user rights are scheduled quarterly. In view of other priorities, the sessions for the second and third quarter were consolidated into the forthcoming year's programme.",
      { quote: "Reviews of user rights are scheduled quarterly." },
    ],
    [
      "Only operators holding a current licence drive forklift trucks.",
      "Trucks are as a rule driven by licensed operators, with experienced colleagues stepping in at busy times while their licence is pending.",
    ],
  ],
  sound: [
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "User rights review, ERP. Q4 2025: 9 Dec. Q1 2026: 11 Mar. Q2 2026: 10 Jun. Q3 2026: 8 Sep. Each done and signed by the system owner, H. Lindqvist.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of the organisation becoming aware of them.",
      "Ref | Became aware | Authority notified\nPB-26-1 | 3 Feb 2026 09:20 | 4 Feb 2026 15:00\nPB-26-2 | 19 Jun 2026 14:05 | 21 Jun 2026 10:30\nNo other personal data breaches in 2026.",
      { title: "Breach register" },
    ],
    [
      "Production data is not used in development or test environments.",
      "No production data is to be found in development or test. Both use synthetic records made by the data generator, and the network does not allow a copy from production.",
    ],
    [
      "Access of departing staff is revoked within 24 hours of the end of employment.",
      "We checked all 29 leavers of the first half of 2026 against the directory. None had access later than four hours after the end of employment.",
    ],
    [
      "Critical security patches are installed within 14 days of their release.",
      "Critical security patches shall be installed within seven days of release. Systems that have not been patched by then are taken off the network.",
    ],
    [
      "Access of departing staff is revoked within 24 hours of the end of employment.",
      "Name | Employment ended | Access revoked\nT. Aune | 30 Sep 2026 17:00 | 30 Sep 2026 17:05\nC. Rossi | 15 Oct 2026 16:30 | 15 Oct 2026 16:42\nJ. Wu | 31 Oct 2026 12:00 | 31 Oct 2026 12:01",
      { title: "Leavers, September to October 2026, complete list" },
    ],
    [
      "The customer portal is penetration tested at least once a year by an independent party, and high-risk findings are remediated.",
      "The independent testers who examined the customer portal in June 2026, as they do every June, found no high-risk issues. The two high-risk issues of 2025 were found to be remediated.",
    ],
    [
      "Passwords must be at least 12 characters long.",
      "The system rejects any password with fewer than 12 characters; this was tried on 6 October with passwords of 8, 10 and 11 characters, and none was accepted.",
    ],
    [
      "Audit logs are retained for at least 12 months.",
      "On 20 November 2026 the auditor asked for audit logs of 2 October 2025 for three systems chosen at random. All three were produced. The policy demands 18 months of retention.",
    ],
    [
      "A documented incident response plan exists and is exercised at least annually.",
      "Incident Response Plan v4.1, in force since 2 February 2026. Chapter 9: the plan is exercised every six months. Last exercises: 16 April 2026 (ransomware), 15 October 2026 (lost backup tape).",
    ],
    [
      "Audit logs are retained for at least 12 months.",
      "retention_days: 400\ndelete_before_expiry: false\nimmutable: true",
      { title: "Audit log bucket settings, all systems" },
    ],
    [
      "At least two trained first-aiders are present on every shift.",
      "Shift A: Ek, Moreau, Tan\nShift B: Abara, Holm\nShift C: Costa, Vidal, Wren\nShift D (weekend): Diaz, Ng\nAll named have a first-aid certificate valid beyond December 2026. Absences are covered by another trained first-aider so that there are never fewer than two.",
      { title: "First-aid roster" },
    ],
    [
      "User accounts are locked after no more than five failed sign-in attempts.",
      "Lockout threshold: 3 invalid attempts\nLockout duration: until unlocked by service desk\nApplies to: all user accounts",
    ],
    [
      "Data subject access requests are answered within one month of receipt.",
      "Ref | Received | Answered\nDS-31 | 4 Aug 2026 | 19 Aug 2026\nDS-32 | 21 Aug 2026 | 8 Sep 2026\nDS-33 | 2 Oct 2026 | 23 Oct 2026\nOpen requests: none",
      { title: "Access requests by data subjects" },
    ],
    [
      "Written allergen information is available for every dish on the menu.",
      "The allergen folder holds a sheet for each of the 46 dishes on the current menu. A dish does not go on the menu before its sheet is written.",
    ],
    [
      "Restoration from backup is tested at least once a year and the result is documented.",
      "We restore a full system from backup twice a year and write up how it went. The last two reports are dated 4 February and 5 August 2026; neither shows lost data.",
    ],
    [
      "The business continuity plan is exercised at least every 12 months and lessons learned are recorded.",
      "Business continuity exercise, 17 June 2026: loss of the main office. All 60 staff worked from the fallback site by 11:00. Lessons learned: the phone list was out of date (corrected 19 June). Previous exercise: 25 June 2025.",
    ],
    [
      "User access rights are reviewed at least quarterly by the system owner.",
      "Minutes, 8 October 2026: the owner of the claims system, Ms Adeyemi, presented her Q3 review of user rights. 214 accounts were checked, three were no longer needed and were removed the same day. Reviews for the three preceding quarters are filed under AR-25-4, AR-26-1 and AR-26-2.",
    ],
    [
      "Measuring instruments used for product release are calibrated at least every 12 months.",
      "Instrument | Last calibrated | Next due\nB-07 | 9 Feb 2026 | 9 Feb 2027\nPH-02 | 3 Jun 2026 | 3 Jun 2027\nT-11 | 21 Sep 2026 | 21 Sep 2027\nAll instruments for product release. Overdue: none.",
    ],
    [
      "User accounts are locked after no more than five failed sign-in attempts.",
      "After the fifth wrong password in a row, a user's account is locked for 30 minutes.",
    ],
    [
      "Media holding confidential data is wiped or destroyed before disposal, and a record of each disposal is kept.",
      "No medium with confidential data leaves the building for disposal unless it has been wiped or shredded. Each disposal is entered in the register with serial number, method and date.",
    ],
    [
      "External vulnerability scans are performed at least quarterly by an approved scanning vendor.",
      "Approved scanning vendor attestation, external scans 2026: 14 January PASS, 15 April PASS, 13 July PASS, 12 October PASS.",
    ],
    [
      "Multi-factor authentication is enforced for all remote access to the internal network.",
      "gateway | users | sign-in\nvpn-east | 402 | password + TOTP (required)\nvpn-west | 187 | password + TOTP (required)\nOther remote access paths: none",
      { title: "Remote access configuration, exported 12 Nov 2026" },
    ],
    [
      "Cardholder data sent over public networks is encrypted with TLS 1.2 or higher.",
      "Cardholder data is never sent over public networks with anything below TLS 1.3. Terminals that do not support it are turned away.",
    ],
    [
      "An information security risk assessment is carried out at least annually and approved by management.",
      "Minutes of the executive committee, 14 April 2026. Item 3: the CISO presented this year's information security risk assessment. 46 risks, four of them high, treatment plan attached. The committee approved the assessment without changes. Next year's is on the calendar for April 2027.",
      {
        quote:
          "the CISO presented this year's information security risk assessment. 46 risks, four of them high, treatment plan attached. The committee approved the assessment without changes.",
      },
    ],
    [
      "Audit logs are retained for at least 12 months.",
      "Audit logs from all systems are kept for three years. They are deleted after that and not before.",
    ],
    [
      "Changes to production are tested, and approved by someone other than the developer, before release.",
      "A developer can't release their own change. The pipeline accepts a change for production only when all tests have passed and a second engineer has approved it; emergency changes go the same way, only faster.",
    ],
    [
      "All company laptops are protected by full-disk encryption.",
      "Laptops in inventory: 159. Full-disk encryption on: 159. Off: 0. Unknown: 0. Export of 18 November 2026.",
    ],
    [
      "An information security risk assessment is carried out at least annually and approved by management.",
      "Information security risk assessment 2026, completed 27 February 2026. Approved by the management board on 10 March 2026 (resolution 7). Preceding assessment: 3 March 2025.",
    ],
    [
      "Data subject access requests are answered within one month of receipt.",
      "We answer access requests from data subjects within 20 days of receipt.",
      { beside: ["Privacy statement: you may ask for a copy of your data by post or e-mail."] },
    ],
    [
      "All company laptops are protected by full-disk encryption.",
      "A laptop cannot leave the IT workshop without full-disk encryption, and the management agent locks any company laptop on which it has been turned off. In the check of 4 May 2026 no unencrypted laptop was found.",
    ],
    [
      "The use of removable storage devices on systems that process CUI is blocked.",
      "On systems that process CUI, USB storage is blocked by device control. In the check of 8 July 2026, memory sticks plugged into twelve of these systems were not mounted.",
    ],
    [
      "Media holding confidential data is wiped or destroyed before disposal, and a record of each disposal is kept.",
      "Serial | Method | Date | Witness\nHD-5521 | shredded | 4 Jun 2026 | L. Petit\nHD-5522 | shredded | 4 Jun 2026 | L. Petit\nHD-0193 | wiped, verified | 9 Jun 2026 | A. Kone",
      { title: "Register of media disposal" },
    ],
    [
      "Visitors to the data centre are escorted at all times and entered in a visitor log.",
      "Date | Visitor | In | Out | Escort\n3 Nov 2026 | D. Farouk (cooling) | 09:10 | 11:25 | T. Berg, throughout\n5 Nov 2026 | E. Sand (cabling) | 13:00 | 16:40 | T. Berg, throughout",
      { title: "Visitor log, data centre; unescorted visits are not permitted" },
    ],
    [
      "Passwords must be at least 12 characters long.",
      "Passwords have at least 12 characters. Administrators need at least 20.",
      { quote: "Passwords have at least 12 characters." },
    ],
    [
      "Background checks are completed before new employees start work.",
      "HR does not hand out a start date until the background check has come back clear. Nobody may begin work on a pending check.",
    ],
    [
      "Measuring instruments used for product release are calibrated at least every 12 months.",
      "Instruments for product release are calibrated every six months. One that is past its date is locked away and isn't used.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of the organisation becoming aware of them.",
      "The privacy officer reports any personal data breach to the supervisory authority no later than 48 hours after anyone in the company has become aware of it. The report is not held back because details are still missing; they are sent later.",
    ],
    [
      "The use of removable storage devices on systems that process CUI is blocked.",
      "Removable storage: deny read, deny write, deny execute. Target: all hosts in the CUI enclave (64 of 64 applied). Exclusions: none.",
    ],
    [
      "Changes to production are tested, and approved by someone other than the developer, before release.",
      "CHG-3107\nDeveloper: b.novak\nTests: 412 passed, 0 failed, 2 Nov 2026\nApproved by: s.odum (release manager), 3 Nov 2026\nReleased to production: 4 Nov 2026",
    ],
    [
      "Only operators holding a current licence drive forklift trucks.",
      "Operator | Licence valid until\nR. Silva | 14 Aug 2028\nN. Okoro | 2 Mar 2027\nB. Lund | 30 Nov 2029\nNo others are permitted to drive the forklift trucks.",
    ],
    [
      "The customer portal is penetration tested at least once a year by an independent party, and high-risk findings are remediated.",
      "Customer portal penetration test, 2–13 March 2026, carried out by an outside testing firm with no other business with us. Two high-risk findings. Both fixed on 27 March; retest by the same firm on 2 April confirmed closure. Previous test: March 2025.",
    ],
    [
      "A fire drill is held at every site at least twice a year.",
      "All of our sites hold a fire drill every quarter, unannounced.",
      {
        beside: [
          "Drill log 2026. Quay: 14 Jan, 8 Apr, 9 Jul, 7 Oct. Moor: 15 Jan, 9 Apr, 10 Jul, 8 Oct. There are two sites.",
        ],
      },
    ],
    [
      "An inventory of hardware is maintained and names an owner for each asset.",
      "Tag | Type | Location | Owner\nLT-0410 | laptop | Oslo | M. Grieg\nLT-0411 | laptop | Oslo | P. Amundsen\nSV-0020 | server | DC1 rack 4 | Platform team (K. Dahl)\nPR-0007 | printer | 2nd floor | Facilities (R. Lie)\nEntries without owner: 0. Last updated 17 Nov 2026.",
      { title: "Hardware inventory, extract" },
    ],
    [
      "The information security policy is approved by top management and reviewed at least annually.",
      "The board goes over the information security policy every January and approves it anew. In January 2026 nothing needed changing and it was approved as it stood.",
      { beside: ["Board minutes, 20 January 2026: the information security policy was reviewed and approved."] },
    ],
    [
      "A business associate agreement is in place with each vendor that handles protected health information.",
      "Each vendor that handles protected health information has signed our business associate agreement; no PHI is released to a vendor before signature.",
    ],
    [
      "Only operators holding a current licence drive forklift trucks.",
      "The key cabinet opens only for operators whose forklift licence is in date. When a licence runs out, the badge stops working the same night, so nobody without a current one can drive.",
    ],
    [
      "Multi-factor authentication is enforced for all remote access to the internal network.",
      "Remote access to the internal network is possible only through the VPN. The VPN refuses any login without a hardware token in addition to the password. There are no exceptions, for staff or for contractors.",
      {
        quote:
          "The VPN refuses any login without a hardware token in addition to the password. There are no exceptions, for staff or for contractors.",
      },
    ],
    [
      "Access of departing staff is revoked within 24 hours of the end of employment.",
      "When HR enters the end date, the identity system disables all of the person's accounts and badges at midnight of the last day of employment, without anyone having to ask for it.",
    ],
    [
      "Written allergen information is available for every dish on the menu.",
      "Inspection 6 October 2026: written allergen information was on display for all dishes. The gap found in March (desserts) no longer exists.",
      { quote: "written allergen information was on display for all dishes" },
    ],
  ],
};
