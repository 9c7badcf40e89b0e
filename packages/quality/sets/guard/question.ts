import type { GuardSet } from "./guard-pair.ts";

export const QUESTION: GuardSet = {
  kind: "question",
  tuned: {
    everyday: [
      ["Backups are encrypted", "Are backups encrypted?"],
      ["Access rights are reviewed every quarter", "Please describe how access rights are reviewed every quarter."],
      ["An incident response plan exists", "Does your organization have an incident response plan?"],
      ["Laptops are encrypted", "Are laptops encrypted? ☐ Yes ☐ No"],
      ["Logs are reviewed every week", "Check whether logs are reviewed every week."],
      ["Suppliers are assessed every year", "How are suppliers assessed every year?"],
      ["A data protection officer is appointed", "Has a data protection officer been appointed? No."],
      ["Visitors are registered", "Explain how visitors are registered at reception."],
    ],
    evading: [
      [
        "Penetration tests are performed every year",
        "Verify by inspection of reports that penetration tests are performed every year.",
      ],
      ["Changes are approved before deployment", "Question 14: changes are approved before deployment"],
      ["Backups are tested every month", "Whether backups are tested every month and who signs the report."],
      [
        "Multi-factor authentication is required for remote access",
        "Indicate if multi-factor authentication is required for remote access.",
      ],
      [
        "Security awareness training is given every year",
        "## Self-assessment\n\n- Security awareness training is given every year (yes/no)",
        { quote: "Security awareness training is given every year" },
      ],
      [
        "Data is stored in the EU",
        "Inquire of management whether data is stored in the EU and obtain a list of locations.",
      ],
    ],
    sound: [
      ["Backups are encrypted", "Are backups encrypted? Yes, with AES-256."],
      [
        "Questions about security are answered",
        "Questions about security are answered by the help desk within one day.",
      ],
      [
        "Access rights are reviewed every quarter",
        "System owners review access rights every quarter and check whether each right is still needed.",
      ],
      [
        "Suppliers fill in a questionnaire",
        "Each supplier fills in a security questionnaire before the contract is signed.",
      ],
      [
        "Logs are reviewed every week",
        "The operator reviews logs every week to determine whether an incident has happened.",
      ],
      ["Incidents are reported to the help desk", "Please report incidents to the help desk at once."],
      [
        "Employees verify the caller's identity",
        "Employees verify the identity of callers before they reset a password.",
      ],
      [
        "The data protection officer is named",
        "Who is our data protection officer? Our data protection officer is Jane Roe.",
      ],
    ],
  },
  kept: {
    everyday: [
      ["The kitchen is cleaned every day", "Is the kitchen cleaned every day?"],
      ["Children are counted after each outing", "Do the carers count the children after each outing?"],
      ["The vessel carries spare charts", "Describe the arrangements by which the vessel carries spare charts."],
      ["Two people open the safe", "Who are the two people that open the safe?"],
      ["Feed is stored apart from medicines", "Q7. Is feed stored apart from medicines? Answer: no"],
      ["Needles are disposed of in sharps bins", "Please confirm that needles are disposed of in sharps bins."],
      ["Tickets are numbered", "State whether tickets are numbered."],
    ],
    evading: [
      ["The kitchen is cleaned every day", "Auditor to establish that the kitchen is cleaned every day."],
      ["Alarms are tested monthly", "Prompt: alarms are tested monthly – what evidence could you show?"],
      ["Staff wear gloves", "Observe three members of staff and note whether staff wear gloves."],
      ["Deliveries are checked against the order", "Rate from 1 to 5: deliveries are checked against the order."],
      [
        "Accounts are audited every year",
        "To be answered by the applicant: the accounts are audited every year [ ] yes [ ] no",
      ],
      ["Diving equipment is serviced", "Ask to see the log in which it is written that diving equipment is serviced."],
    ],
    sound: [
      [
        "Two people open the safe",
        "What do we do before we open the safe? We call a colleague, as two people must open the safe.",
      ],
      [
        "Deliveries are checked against the order",
        "The storekeeper checks that deliveries agree with the order and notes how many parcels came.",
      ],
      ["Staff wear gloves", "Please wear gloves: all staff wear gloves when they handle food."],
      ["Alarms are tested monthly", "Were alarms tested this month? ☑ Yes ☐ No"],
      [
        "Children are counted after each outing",
        "Carers count the children after each outing and ask each other whether the numbers agree.",
      ],
      ["Tickets are numbered", "Tickets are numbered; which numbers were sold is noted in the cash book."],
      ["Accounts are audited every year", "Accounts are audited every year. If you have questions, ask the treasurer."],
      ["Complaints are recorded", "Complaints are recorded with date, name, and what was asked for."],
      [
        "The inspector examines each batch",
        "The inspector must examine a sample of each batch and determine if it is fit for sale.",
      ],
    ],
  },
};
