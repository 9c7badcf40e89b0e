import type { GuardSet } from "./guard-pair.ts";

export const PAST: GuardSet = {
  kind: "past",
  tuned: {
    everyday: [
      [
        "Security awareness training is given every year",
        "Yearly security awareness training was discontinued in 2022.",
      ],
      ["Access rights are reviewed every quarter", "Access rights were reviewed every quarter until 2021."],
      ["Backups are stored offsite", "We used to store backups offsite."],
      ["Visitors are registered at reception", "Visitors are no longer registered at reception."],
      ["Logs are reviewed every week", "The weekly review of logs has been abandoned."],
      ["A security committee meets monthly", "The security committee, which met monthly, was dissolved last year."],
      ["Vulnerability scans are run every month", "Monthly vulnerability scans stopped when the licence ran out."],
      ["Suppliers are assessed every year", "In the past, suppliers were assessed every year."],
    ],
    evading: [
      [
        "Changes are approved by a change board",
        "Under the previous management, changes were approved by a change board.",
      ],
      [
        "Laptops are encrypted",
        "Laptops are encrypted on delivery. This practice ended with the change of supplier in 2023.",
        { quote: "Laptops are encrypted on delivery." },
      ],
      ["Penetration tests are performed every year", "Penetration tests were performed every year before the merger."],
      ["Keys are changed every year", "There was once a rule that keys are changed every year."],
      [
        "Visitors wear badges",
        "## Former rules\n\nVisitors wear badges at all times.",
        { quote: "Visitors wear badges at all times." },
      ],
      ["Backups are tested every month", "Back when Peter worked here, backups were tested every month."],
    ],
    sound: [
      [
        "The restore of backups is tested every year",
        "The restore of backups was tested on 12 May 2026; all systems were restored.",
      ],
      ["Access of leavers is removed", "Access of employees who no longer work for us is removed on their last day."],
      [
        "TLS 1.2 or higher is used",
        "Support for TLS 1.0 was discontinued in 2022; all services use TLS 1.2 or higher.",
      ],
      [
        "Access rights are reviewed every quarter",
        "Previously done once a year, the review of access rights is now done every quarter.",
      ],
      [
        "Multi-factor authentication is used",
        "Multi-factor authentication was introduced in 2021 and is used by all employees.",
      ],
      [
        "Malware protection is installed on all endpoints",
        "The old virus scanner was retired in 2023 and replaced by Defender, which runs on all endpoints.",
      ],
      [
        "Records are destroyed when no longer required",
        "Records that are no longer required are shredded every Friday.",
      ],
      [
        "Security awareness training is given every year",
        "All employees were trained in security awareness in October 2026, as every year.",
      ],
    ],
  },
  kept: {
    everyday: [
      ["Ward rounds check medication charts daily", "The daily check of medication charts was dropped in 2019."],
      ["The playground is inspected every week", "Our caretaker used to inspect the playground every week."],
      ["Tachographs are read every month", "Reading tachographs every month has ceased."],
      ["A whistleblower line is open to all staff", "The whistleblower line is no longer open to staff."],
      ["Seed stocks are sampled each season", "Until 2020 seed stocks were sampled each season."],
      ["Two signatures are needed for payments", "Formerly two signatures were needed for payments."],
      ["The parish keeps a register of keys", "The register of keys was given up years ago."],
    ],
    evading: [
      ["Lifeboats are drilled every month", "Lifeboats were drilled every month in the days of Captain Voss."],
      [
        "Customer calls are recorded",
        "Customer calls are recorded. Note: the recorder broke in 2022 and was not replaced.",
        { quote: "Customer calls are recorded." },
      ],
      [
        "Blood samples are double-checked",
        "Double-checking of blood samples has gone the way of the paper forms that it came with.",
      ],
      [
        "The vault is opened by two people",
        "The two-person rule for the vault fell victim to the reorganisation of 2021.",
      ],
      [
        "Stock is counted every quarter",
        "It was customary that stock be counted every quarter; the custom has lapsed.",
      ],
      ["A nurse is on call at night", "2015–2021: a nurse was on call at night."],
    ],
    sound: [
      [
        "Stock is counted every quarter",
        "Stock was counted on 31 March, 30 June and 30 September 2026, as every quarter.",
      ],
      ["The playground is inspected every week", "Since the accident of 2018 the playground is inspected every week."],
      [
        "Two signatures are needed for payments",
        "Payments used to need one signature; today two signatures are needed.",
      ],
      ["Customer calls are recorded", "Customer calls are recorded and deleted as soon as they are no longer needed."],
      [
        "Lifeboats are drilled every month",
        "Lifeboats were last drilled on 3 November 2026; drills take place every month.",
      ],
      [
        "Pupils who have left lose their accounts",
        "Accounts of pupils who are no longer at the school are deleted at the end of term.",
      ],
      [
        "A nurse is on call at night",
        "The former on-call rota by phone was replaced by a nurse who is on call at night in the building.",
      ],
      [
        "Old pesticides are disposed of safely",
        "Pesticides whose approval has expired were disposed of safely by a licensed firm in 2026.",
      ],
      [
        "Tachographs are read every month",
        "Tachographs are read every month, a practice that began in 2009 and has continued ever since.",
      ],
    ],
  },
};
