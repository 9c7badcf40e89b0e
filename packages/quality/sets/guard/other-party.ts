import type { GuardSet } from "./guard-pair.ts";

export const OTHER_PARTY: GuardSet = {
  kind: "other party",
  tuned: {
    everyday: [
      ["Backups are encrypted", "Our hosting provider says that backups are encrypted."],
      ["Laptops are encrypted", "Customers are responsible for encrypting their laptops."],
      ["Access rights are reviewed every quarter", "NIST recommends that access rights are reviewed every quarter."],
      [
        "Penetration tests are performed every year",
        "According to the vendor's website, penetration tests are performed every year.",
      ],
      [
        "Multi-factor authentication is required for administrators",
        "Best practice is to require multi-factor authentication for administrators.",
      ],
      ["An incident response plan exists", "Our competitor Initech has its own incident response plan."],
      [
        "Security awareness training is given every year",
        "It is recommended that organisations give security awareness training every year.",
      ],
      ["Data is stored in the EU", "The sales representative assured us that data is stored in the EU."],
    ],
    evading: [
      ["Logs are kept for one year", "It is understood that logs are kept for one year."],
      ["User accounts are reviewed every quarter", "The review of user accounts every quarter lies with the customer."],
      ["Vulnerabilities are patched within 14 days", "ISO 27002 expects vulnerabilities to be patched within 14 days."],
      [
        "Backups are tested every month",
        "## Customer responsibilities\n\n- Backups are tested every month.",
        { quote: "Backups are tested every month." },
      ],
      [
        "Access to the data centre is controlled by badges",
        "As far as anyone knows, access to the data centre is controlled by badges.",
      ],
      ["Staff are screened before they are hired", "Most companies screen staff before they are hired."],
    ],
    sound: [
      [
        "Suppliers report incidents within 24 hours",
        "Suppliers must report incidents to us within 24 hours; this is part of each contract.",
      ],
      ["Backups are encrypted", "Backups are encrypted by our provider under the contract; we verify this each year."],
      ["Access rights are reviewed every quarter", "As NIST recommends, we review access rights every quarter."],
      ["Employees report security incidents", "Employees are responsible for reporting security incidents at once."],
      ["Customers are informed of breaches", "Customers are informed of a breach within 72 hours."],
      ["Suppliers are assessed every year", "Each supplier is assessed every year by the purchasing department."],
      ["Data is stored in the EU", "Our data is stored with AWS in Frankfurt and Dublin, in the EU only."],
      [
        "The auditor's findings are tracked",
        "The auditor reports findings to management, who track them in a register.",
      ],
    ],
  },
  kept: {
    everyday: [
      [
        "X-ray images are archived for ten years",
        "The manufacturer claims that X-ray images are archived for ten years.",
      ],
      ["The kitchen is inspected every month", "The health authority advises that kitchens be inspected every month."],
      [
        "Tenants' data is encrypted in transit",
        "Letting agents have to see to it themselves that tenants' data is encrypted in transit.",
      ],
      ["Cargo is weighed before loading", "I'm told the port operator weighs cargo before loading."],
      ["Exam papers are stored in a safe", "Our neighbouring school stores exam papers in a safe."],
      ["Members may see their data on request", "The regulation requires that members may see their data on request."],
      ["Donations are reconciled monthly", "Experts suggest reconciling donations monthly."],
    ],
    evading: [
      [
        "Calibration of scales is done yearly",
        "Calibration of scales is done yearly, or so the dealer would have us believe.",
      ],
      ["Spare keys are kept at the bank", "Spare keys, we trust, are kept at the bank."],
      ["Dialysis water is tested weekly", "A textbook dialysis unit tests its water weekly."],
      [
        "Seafarers' hours of rest are recorded",
        "Recording seafarers' hours of rest is for the crewing agency to worry about.",
      ],
      [
        "Minors' data is deleted after the camp",
        "Parents may rest assured, writes the app's developer, that minors' data is deleted after the camp.",
      ],
      ["The lift is serviced every six months", "Landlord's duties: the lift is serviced every six months."],
    ],
    sound: [
      [
        "The lift is serviced every six months",
        "Otis services the lift every six months on our behalf; the service sheets are filed with the caretaker.",
      ],
      ["Cargo is weighed before loading", "We weigh all cargo before loading, as the port authority requires."],
      [
        "Calibration of scales is done yearly",
        "Scales are calibrated yearly by an accredited laboratory, whose certificates we check.",
      ],
      [
        "Contractors are briefed on site rules",
        "Contractors are briefed on the site rules at the gate and sign for it.",
      ],
      ["Patients are told who sees their records", "Patients are told at admission who sees their records."],
      [
        "Dialysis water is tested weekly",
        "Dialysis water is tested weekly by the hospital's own laboratory, following the manufacturer's recommendation.",
      ],
      ["Seafarers' hours of rest are recorded", "The master records the hours of rest of all seafarers each day."],
      ["Teachers report absences", "Teachers must report absences to the office by 8:15."],
      [
        "Members may see their data on request",
        "Members may see their data on request; the secretary answers within two weeks.",
      ],
    ],
  },
};
