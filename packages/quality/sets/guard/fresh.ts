import type { GuardHalf } from "./guard-pair.ts";

/**
 * Pairs of all kinds, written after the other sets had been used up: chat, tickets, minutes, reports, contracts, tables,
 * signs and settings. Measured at first: 10 of 24 everyday and 15 of 18 evading ones passed, and 3 of 26 sound ones did
 * not. What they showed has been mended since, so they count as tuned.
 */
export const FRESH: GuardHalf = {
  everyday: [
    [
      "All production databases are backed up daily",
      "[09:14] tom: fyi backups for prod db2 aren't running, haven't been for weeks",
    ],
    [
      "All production databases are backed up daily",
      "Ticket OPS-311: Daily backup of production databases. Resolution: won't do.",
    ],
    [
      "Access reviews are performed quarterly",
      "Minutes: Ms Iyer asked about the quarterly access reviews. Mr Rao replied that these had been stopped due to staff shortage.",
    ],
    [
      "Access reviews are performed quarterly",
      "Exception noted: for two of four quarters, no access review was performed.",
    ],
    ["Encryption at rest is enabled on all storage buckets", "storage:\n  encryption_at_rest: false"],
    [
      "Encryption at rest is enabled on all storage buckets",
      "| Bucket | Encryption at rest |\n|---|---|\n| invoices | disabled |",
      { quote: "| invoices | disabled |" },
    ],
    [
      "The fire alarm is tested monthly",
      "Sign at the door: fire alarm test every 1st Monday (suspended until further notice)",
    ],
    ["Personnel files are kept locked", "Interviewer: Are personnel files kept locked? Mrs Huber: Honestly, no."],
    [
      "Lost devices are reported within 24 hours",
      "Lost devices shall be reported by the Employee within seven (7) calendar days.",
    ],
    [
      "A penetration test is carried out each year",
      "Pen test 2027 - quote requested from three vendors, budget pending",
    ],
    [
      "A penetration test is carried out each year",
      "The consultant's report suggests that a penetration test be carried out each year.",
    ],
    [
      "Contractors sign the acceptable use policy",
      "Employees sign the acceptable use policy. It does not apply to contractors.",
    ],
    [
      "Contractors sign the acceptable use policy",
      "Dear all, from next month contractors will have to sign the acceptable use policy.",
    ],
    ["Firmware is kept up to date", "Firmware of the badge readers: last updated 2017."],
    [
      "User accounts are disabled after 30 days of inactivity",
      "inactive_account_days: 180  # user accounts are disabled after 180 days",
    ],
    [
      "User accounts are disabled after 30 days of inactivity",
      "We currently do not disable user accounts that are inactive.",
    ],
    ["Sensitive documents are shredded", "Sensitive documents go into the normal paper bin and are not shredded."],
    ["The data centre has two power feeds", "Second power feed for the data centre: under construction"],
    ["A privacy officer is named", "Privacy officer: N.N."],
    ["A privacy officer is named", "The Agency shall designate [TITLE OF OFFICIAL] as its privacy officer."],
    ["Guest Wi-Fi is separated from the company network", "Guests and staff share the same network."],
    ["Source code is scanned for secrets", "Q: Is source code scanned for secrets? A: Not yet, maybe next sprint."],
    ["Board members complete cyber training", "Most board members completed cyber training; three have yet to."],
    ["Change requests have a rollback plan", "Change requests without a rollback plan are accepted as well."],
  ],
  evading: [
    [
      "All production databases are backed up daily",
      "Daily backups have long been at the heart of our thinking about production databases, and we remain committed to getting there.",
    ],
    [
      "Access reviews are performed quarterly",
      "Access reviews are performed quarterly, save where the system owner is of the opinion that nothing has changed.",
    ],
    [
      "Access reviews are performed quarterly",
      "The frequency of access reviews has been optimised from quarterly to every third year.",
    ],
    [
      "Encryption at rest is enabled on all storage buckets",
      "Encryption at rest can be enabled on a bucket with a single click.",
    ],
    [
      "The fire alarm is tested monthly",
      "With the retirement of our caretaker the monthly test of the fire alarm retired as well.",
    ],
    ["Personnel files are kept locked", "Personnel files live in a cabinet whose key went missing some time ago."],
    ["Lost devices are reported within 24 hours", "Lost devices are reported with the monthly statistics."],
    [
      "A penetration test is carried out each year",
      "A penetration test each year is what our certification body keeps asking us for.",
    ],
    [
      "Contractors sign the acceptable use policy",
      "Signing the acceptable use policy is part of the onboarding of employees; contractors follow a leaner path.",
    ],
    ["Firmware is kept up to date", "Firmware is kept up to date to the extent that vendors remind us."],
    [
      "User accounts are disabled after 30 days of inactivity",
      "Disabling inactive user accounts after 30 days was switched to 'report only' and has been left there.",
    ],
    [
      "Sensitive documents are shredded",
      "Staff of the branch may shred sensitive documents if the shredder is at hand.",
    ],
    [
      "The data centre has two power feeds",
      "The data centre was designed with two power feeds in mind, the second of which awaits its cable.",
    ],
    ["A privacy officer is named", "Until a privacy officer is found, questions go to the receptionist."],
    [
      "Guest Wi-Fi is separated from the company network",
      "The vendor's white paper explains how guest Wi-Fi is separated from the company network.",
    ],
    [
      "Source code is scanned for secrets",
      "A scanner for secrets in source code was evaluated and the results were promising.",
    ],
    ["Board members complete cyber training", "Cyber training has been offered to board members."],
    [
      "Change requests have a rollback plan",
      "The field 'rollback plan' of change requests is as a rule filled with 'none'.",
    ],
  ],
  sound: [
    [
      "All production databases are backed up daily",
      "[09:14] tom: backups of all prod databases ran at 02:00 as every day, no errors",
    ],
    [
      "All production databases are backed up daily",
      "Control test: we inspected 25 days and noted that all production databases were backed up daily. No exceptions noted.",
    ],
    [
      "Access reviews are performed quarterly",
      "Access reviews: Q1 done 2026-01-14, Q2 done 2026-04-11, Q3 done 2026-07-13, Q4 done 2026-10-12.",
    ],
    [
      "Access reviews are performed quarterly",
      "Minutes: the quarterly access review was presented. Eleven rights were withdrawn, none remained open.",
    ],
    [
      "Encryption at rest is enabled on all storage buckets",
      "storage:\n  encryption_at_rest: true  # enforced, buckets without it cannot be created",
    ],
    [
      "Encryption at rest is enabled on all storage buckets",
      "| Bucket | Encryption at rest | Open findings |\n|---|---|---|\n| invoices | enabled | none |",
      { quote: "| invoices | enabled | none |" },
    ],
    [
      "The fire alarm is tested monthly",
      "Sign at the door: the fire alarm is tested on the 1st Monday of each month at 11:00. You do not have to leave the building.",
    ],
    [
      "Personnel files are kept locked",
      "Interviewer: Are personnel files kept locked? Mrs Huber: Yes, always, and only I have the key.",
    ],
    [
      "Lost devices are reported within 24 hours",
      "The Employee shall report a lost device without undue delay and in any event not later than twelve (12) hours after noticing the loss.",
    ],
    [
      "A penetration test is carried out each year",
      "Pen tests: 2024 (May), 2025 (June), 2026 (May). Reports are with the CISO.",
    ],
    [
      "Contractors sign the acceptable use policy",
      "Contractors sign the acceptable use policy on their first day; no badge is issued before.",
    ],
    [
      "Firmware is kept up to date",
      "Firmware of all devices is updated within 14 days of a release. Devices that no longer receive updates are replaced.",
    ],
    [
      "User accounts are disabled after 30 days of inactivity",
      "inactive_account_days: 30  # user accounts are disabled after 30 days of inactivity",
    ],
    [
      "Sensitive documents are shredded",
      "Sensitive documents must not be thrown into the paper bin; they are shredded.",
    ],
    ["The data centre has two power feeds", "The data centre has two independent power feeds, tested on 3 June 2026."],
    ["A privacy officer is named", "Privacy officer: Dr. A. Lindqvist (since 2021)"],
    [
      "Guest Wi-Fi is separated from the company network",
      "Guest Wi-Fi is a network of its own and has no route to the company network.",
    ],
    [
      "Source code is scanned for secrets",
      "Q: Is source code scanned for secrets? A: Yes, on each push; pushes with secrets are rejected.",
    ],
    ["Board members complete cyber training", "All nine board members completed cyber training in September 2026."],
    ["Change requests have a rollback plan", "A change request without a rollback plan is sent back to its author."],
    ["Visitors are escorted", "Visitors will be met at the gate and escorted at all times."],
    [
      "Vendors are bound by confidentiality",
      "The Vendor undertakes to keep all information confidential and not to disclose it to any third party.",
    ],
    ["Logs are kept for at least six months", "Logs: retention 400 d, immutable."],
    ["The emergency exit is free", "The emergency exit is kept free. Nothing may be stored in front of it."],
    [
      "Passwords are changed after a compromise",
      "If a password may have been compromised, it is changed at once; there is no need to wait for the help desk.",
    ],
    [
      "Staff know whom to call",
      "Staff know whom to call: the number is on the back of each badge and has not changed since 2015.",
    ],
  ],
};
