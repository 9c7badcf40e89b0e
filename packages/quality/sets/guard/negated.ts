import type { GuardSet } from "./guard-pair.ts";

export const NEGATED: GuardSet = {
  kind: "negated",
  tuned: {
    everyday: [
      ["Backups are encrypted", "Backups are not encrypted."],
      [
        "All remote access uses multi-factor authentication",
        "Multi-factor authentication is not enabled for remote access.",
      ],
      ["The incident response plan is tested every year", "The incident response plan has never been tested."],
      ["Access rights are reviewed every quarter", "There is no regular review of access rights."],
      ["Security events are logged", "The web servers do not log security events."],
      ["Visitors are registered at reception", "Nobody registers visitors at reception."],
      ["Do not use group, shared, or generic IDs", "The service desk uses a shared ID for password resets."],
      ["Changes are approved before they are deployed", "Changes are deployed without approval."],
    ],
    evading: [
      [
        "Laptops are encrypted",
        "Encryption of laptops has yet to find its way into our build image; disks go out unencrypted.",
      ],
      [
        "Security awareness training is given every year",
        "As to awareness training, the department regrets that this was something it failed to offer its staff.",
      ],
      [
        "Vulnerability scans are run every month",
        "Our vulnerability scanner is installed on the management network. It is switched off.",
      ],
      [
        "Supplier contracts contain security clauses",
        "Supplier contracts are drawn up by purchasing, and security clauses are absent from them.",
        { quote: "Supplier contracts are drawn up by purchasing, and security clauses" },
      ],
      [
        "Multi-factor authentication is required for administrators",
        "Administrators may use multi-factor authentication, although it is optional.",
      ],
      [
        "Backups are restored in a test every six months",
        "None of the backups of the past two years were restored in a test.",
      ],
    ],
    sound: [
      [
        "Access to production requires approval",
        "No one gets access to production without approval from the system owner.",
      ],
      ["Passwords are kept confidential", "Users must not share their passwords with anybody."],
      ["Do not use group, shared, or generic IDs", "Group, shared and generic IDs are not permitted."],
      [
        "Security incidents are reported within 24 hours",
        "Security incidents are reported to the CISO without delay, and not later than 24 hours after discovery.",
      ],
      ["Backups are encrypted", "All backups are encrypted. There are no exceptions."],
      ["Audit logs are protected against modification", "Audit logs cannot be modified, not even by administrators."],
      [
        "Laptops are encrypted",
        "Laptops that are not encrypted are refused access to the network, so every laptop is encrypted with BitLocker.",
      ],
      [
        "Data is deleted when it is no longer needed",
        "Customer data is deleted within 30 days once it is no longer needed.",
      ],
    ],
  },
  kept: {
    everyday: [
      ["Patient records are backed up every day", "The ward's patient records aren't backed up."],
      ["A fire drill is held every year", "The school did not hold a fire drill this year, nor last year."],
      ["Keys to the archive are logged when issued", "No log of archive keys exists."],
      ["Drivers are trained in handling dangerous goods", "Drivers lack training in handling dangerous goods."],
      ["Invoices are checked by a second person", "Invoices get paid without a check by a second person."],
      [
        "Default passwords are not used",
        "Several pumps still run with the default password that came from the factory.",
      ],
      [
        "The council has a business continuity plan",
        "Minutes, item 7: the clerk confirmed that the council has no business continuity plan.",
      ],
    ],
    evading: [
      [
        "Medication cabinets are locked at all times",
        "Much has been said about locked medication cabinets; on our floor one looks for the lock in vain.",
      ],
      [
        "Every volunteer signs a confidentiality agreement",
        "The confidentiality agreement is a fine document which, to date, no volunteer has been asked to sign.",
      ],
      ["Sensor data is validated before use", "Validation of sensor data: see remark. Remark: omitted."],
      [
        "Member accounts are closed when a member leaves",
        "When a member leaves, closing the account is something the office tends to forget.",
      ],
      ["The crane is inspected before each shift", "Crane inspection before the shift remains a dead letter."],
      [
        "Emails with personal data are encrypted",
        "Emails with personal data leave the surgery as plain text instead of being encrypted.",
      ],
    ],
    sound: [
      ["Patient records are backed up every day", "Not a day passes without a backup of the patient records."],
      ["Visitors are accompanied at all times", "At no time may a visitor walk through the plant unaccompanied."],
      [
        "Default passwords are not used",
        "Factory passwords are changed before a pump is connected; default passwords are never used.",
      ],
      ["Invoices are checked by a second person", "An invoice cannot be paid unless a second person has checked it."],
      [
        "Keys to the archive are logged when issued",
        "Each key to the archive is logged when issued; keys which are not returned by 18:00 are reported.",
      ],
      [
        "Emails with personal data are encrypted",
        "We encrypt each email that has personal data, so that nobody other than the recipient can read it.",
      ],
      [
        "The crane is inspected before each shift",
        "The crane is inspected by its operator before each shift and must not be used if a defect is found.",
      ],
      [
        "Drivers are trained in handling dangerous goods",
        "All drivers were trained in handling dangerous goods in March 2026; no driver was missing.",
      ],
      [
        "Every volunteer signs a confidentiality agreement",
        "Nobody starts as a volunteer before the confidentiality agreement is signed.",
      ],
    ],
  },
};
