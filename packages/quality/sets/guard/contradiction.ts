import type { GuardSet } from "./guard-pair.ts";

/** Passages of other documents that answer the same with another figure, or with its opposite. */
export const CONTRADICTION: GuardSet = {
  kind: "contradiction",
  tuned: {
    everyday: [
      [
        "A minimum password length is set",
        "Passwords have at least 12 characters.",
        { beside: ["Passwords have at least 6 characters."] },
      ],
      ["Logs are kept", "Logs are kept for one year.", { beside: ["Logs are kept for 30 days."] }],
      [
        "Access rights are reviewed",
        "Access rights are reviewed every quarter.",
        { beside: ["Access rights are reviewed every two years."] },
      ],
      [
        "Incidents are reported within 24 hours",
        "Incidents are reported within 24 hours.",
        { beside: ["Incidents are reported within five days."] },
      ],
      ["Laptops are encrypted", "All laptops are encrypted.", { beside: ["Laptops are not encrypted."] }],
      ["Backups are made every day", "Backups are made every day.", { beside: ["Backups are made every week."] }],
      [
        "Accounts are locked after failed attempts",
        "Accounts are locked after five failed attempts.",
        { beside: ["Accounts are locked after 20 failed attempts."] },
      ],
      [
        "Visitors are registered at reception",
        "Visitors are registered at reception.",
        { beside: ["Visitors are not registered at reception."] },
      ],
    ],
    evading: [
      [
        "A minimum password length is set",
        "The minimum password length is 12 characters.",
        { beside: ["A user's password has to consist of six or more characters."] },
      ],
      [
        "Logs are kept for one year",
        "Logs are kept for 12 months.",
        { beside: ["Log files: retained a quarter of a year (90 days), then overwritten."] },
      ],
      [
        "Sessions are locked after inactivity",
        "Sessions are locked after 10 minutes of inactivity.",
        { beside: ["After half an hour of inactivity, sessions are locked."] },
      ],
      [
        "The incident response plan is tested every year",
        "The incident response plan is tested every year.",
        { beside: ["There has never been a test of the incident response plan."] },
      ],
      [
        "Backups are encrypted",
        "Backups are encrypted.",
        { beside: ["Backups are written to tape without encryption."] },
      ],
      [
        "Critical patches are installed within 14 days",
        "Critical patches are installed within two weeks.",
        { beside: ["For critical patches, installation takes place within 60 days."] },
      ],
    ],
    sound: [
      [
        "A minimum password length is set",
        "Passwords have at least 12 characters.",
        { beside: ["Passwords have at least twelve characters."] },
      ],
      [
        "A minimum password length is set",
        "Passwords have at least 12 characters.",
        { beside: ["Passwords of administrators have at least 20 characters."] },
      ],
      ["Logs are kept for one year", "Logs are kept for one year.", { beside: ["Invoices are kept for ten years."] }],
      [
        "Access rights are reviewed every quarter",
        "Access rights are reviewed every quarter.",
        { beside: ["The access policy is reviewed every year."] },
      ],
      ["Backups are made every day", "Backups are made every day.", { beside: ["Backups are kept for 30 days."] }],
      ["Laptops are encrypted", "All laptops are encrypted.", { beside: ["Laptops must not be left in cars."] }],
      [
        "Critical patches are installed within 14 days",
        "Critical patches are installed within 14 days.",
        { beside: ["Critical patches are installed within 7 days."] },
      ],
      [
        "Incidents are reported within 24 hours",
        "Incidents are reported within 24 hours.",
        { beside: ["Incidents are reported within one day."] },
      ],
    ],
  },
  kept: {
    everyday: [
      [
        "Milk samples are kept",
        "Milk samples are kept for 14 days.",
        { beside: ["Milk samples are kept for three days."] },
      ],
      [
        "The playground is inspected",
        "The playground is inspected every week.",
        { beside: ["The playground is inspected twice a year."] },
      ],
      [
        "Cheques are countersigned above a limit",
        "Cheques above 500 euros are countersigned.",
        { beside: ["Cheques above 5,000 euros are countersigned."] },
      ],
      [
        "The crew is drilled every month",
        "The crew is drilled every month.",
        { beside: ["The crew is drilled every six months."] },
      ],
      [
        "Medicine cabinets are locked",
        "Medicine cabinets are locked.",
        { beside: ["Medicine cabinets are not locked."] },
      ],
      [
        "Complaints are answered within a time limit",
        "Complaints are answered within five days.",
        { beside: ["Complaints are answered within six weeks."] },
      ],
      [
        "A carer looks after a limited number of children",
        "A carer looks after four children.",
        { beside: ["A carer looks after nine children."] },
      ],
    ],
    evading: [
      [
        "CCTV footage is deleted",
        "CCTV footage is deleted after 72 hours.",
        { beside: ["The recorder deletes CCTV footage once a fortnight has gone by, i.e. after 14 days."] },
      ],
      [
        "The boiler is inspected every year",
        "The boiler is inspected every year.",
        { beside: ["Nobody has ever inspected the boiler."] },
      ],
      [
        "Archive copies are kept",
        "Three copies of the archive are kept.",
        { beside: ["Of the archive, one copy is kept; two copies would be too dear, three copies even more so."] },
      ],
      [
        "The safe is opened by two people",
        "The safe is opened by two people.",
        { beside: ["One person opens the safe."] },
      ],
      [
        "Emails with personal data are encrypted",
        "Emails with personal data are encrypted.",
        { beside: ["Personal data goes out in emails without being encrypted."] },
      ],
      [
        "Scales are calibrated",
        "Scales are calibrated yearly.",
        { beside: ["Calibration of scales: every 36 months."] },
      ],
    ],
    sound: [
      [
        "Milk samples are kept",
        "Milk samples are kept for 14 days.",
        { beside: ["Milk samples are kept for two weeks."] },
      ],
      [
        "The playground is inspected",
        "The playground is inspected every week.",
        { beside: ["The sports hall is inspected every month."] },
      ],
      [
        "Scales are calibrated",
        "Scales are calibrated yearly.",
        { beside: ["The calibration certificates of scales are kept for ten years."] },
      ],
      [
        "The safe is opened by two people",
        "The safe is opened by two people.",
        { beside: ["The safe holds up to 20,000 euros."] },
      ],
      [
        "Medicine cabinets are locked",
        "Medicine cabinets are locked.",
        { beside: ["A locked medicine cabinet must not be opened without a second nurse."] },
      ],
      [
        "The crew is drilled every month",
        "The crew is drilled every month.",
        { beside: ["New crew members are drilled within 24 hours of joining."] },
      ],
      [
        "Emails with personal data are encrypted",
        "Emails with personal data are encrypted.",
        { beside: ["Emails that are not encrypted must not contain personal data."] },
      ],
      [
        "Complaints are answered within ten days",
        "Complaints are answered within five days.",
        { beside: ["Complaints are answered within one week."] },
      ],
      [
        "The boiler is inspected every year",
        "The boiler is inspected every year.",
        { beside: ["The boiler was inspected on 3 October 2026 by TÜV."] },
      ],
    ],
  },
};
