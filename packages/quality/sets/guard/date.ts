import type { GuardSet } from "./guard-pair.ts";

export const DATE: GuardSet = {
  kind: "date",
  tuned: {
    everyday: [
      ["The organization is certified under ISO 27001", "Our ISO 27001 certificate is valid until 31 March 2024."],
      ["The security policy is reviewed every year", "The security policy was last reviewed on 12 June 2021."],
      ["A cyber insurance is in place", "The cyber insurance expired on 30 September 2025."],
      [
        "The supplier contract has a confidentiality clause",
        "The contract, with its confidentiality clause, ends on 31.12.2023.",
      ],
      ["Penetration tests are performed every year", "Last penetration test: 04/2022"],
      ["The emergency plan is up to date", "Emergency plan, next review due 2022-01-15."],
      ["Access rights are reviewed every quarter", "Most recent review of access rights: January 2026."],
      ["First aiders are trained", "Validity of the first aid training: 1 May 2020 to 30 April 2022."],
    ],
    evading: [
      ["The risk assessment is updated every year", "The risk assessment dates from 2019."],
      [
        "Fire extinguishers are serviced every two years",
        "Fire extinguishers are serviced. Next service due: August 2024.",
        { quote: "Fire extinguishers are serviced." },
      ],
      [
        "The TLS certificate of the portal is valid",
        "The portal's TLS certificate is valid from 2024-01-01 to 2025-01-01.",
      ],
      ["Staff are trained every year", "As of November 2023, all staff are trained."],
      [
        "A maintenance contract exists for the UPS",
        "The maintenance contract for the UPS runs until the end of June 2025.",
      ],
      [
        "The list of suppliers is reviewed every six months",
        "The list of suppliers is reviewed by purchasing, latest on 2 February 2025.",
      ],
    ],
    sound: [
      ["The organization is certified under ISO 27001", "Our ISO 27001 certificate is valid until 31 March 2028."],
      [
        "The security policy is reviewed every year",
        "The security policy was last reviewed on 12 June 2026; the next review is due by June 2027.",
      ],
      ["Passwords have at least 12 characters", "Since 1 January 2019 passwords have at least 12 characters."],
      ["A data protection officer is appointed", "Jane Roe was appointed as data protection officer on 3 March 2017."],
      [
        "Logs are kept for one year",
        "Logs from before 1 November 2025 have been deleted, as logs are kept for one year.",
      ],
      [
        "The policy is approved by management",
        "Approved by the board on 14 February 2024, in force since 1 March 2024.",
      ],
      [
        "Old contracts are archived",
        "The contract that expired on 30 June 2023 was archived and replaced by the contract of 1 July 2023.",
      ],
      [
        "Penetration tests are performed every year",
        "Penetration tests were performed in May 2024, May 2025 and May 2026.",
      ],
    ],
  },
  kept: {
    everyday: [
      ["The lift has a valid inspection certificate", "Lift inspection certificate: valid through 02/2025."],
      ["The hygiene plan is revised every year", "Hygiene plan, most recently revised in March 2018."],
      ["The kennel has an operating licence", "Our operating licence ran out on 1 August 2024."],
      ["Pesticide applicators hold a certificate", "Applicator certificate J. Bloggs, expiry date 15 May 2023."],
      ["The ship's radio licence is in force", "Radio licence in force until 11/11/2021."],
      ["The scales are calibrated every year", "Scales last calibrated 8 Oct 2022."],
      ["The theatre's liability insurance is in force", "Liability insurance, term: 1 Jan 2023 to 31 Dec 2024."],
    ],
    evading: [
      ["The water is tested every month", "Water test passed. Sample taken most recently on 3 May 2024."],
      [
        "The fire brigade approves the evacuation plan",
        "The fire brigade's approval of the evacuation plan lapses on 30 June 2024.",
      ],
      ["Volunteers hold a police clearance", "Volunteers hold a police clearance, to be renewed by December 2022."],
      ["The roster is reviewed every quarter", "The roster, reviewed by the matron, is correct as of 1 April 2023."],
      ["The pilot holds a medical certificate", "Medical certificate class 1, good until 20 Sept 2026."],
      ["Gas meters are verified", "Gas meters carry a verification mark, not after 2022."],
    ],
    sound: [
      ["The lift has a valid inspection certificate", "Lift inspection certificate: valid through 02/2027."],
      ["The scales are calibrated every year", "Scales last calibrated 8 Oct 2026."],
      ["The theatre's liability insurance is in force", "Liability insurance, term: 1 Jan 2026 to 31 Dec 2027."],
      ["The hygiene plan is revised every year", "Hygiene plan of 2012, most recently revised in September 2026."],
      [
        "The building was inspected by the fire brigade",
        "The fire brigade inspected the building on 17 June 2025 and found it safe.",
      ],
      [
        "Volunteers hold a police clearance",
        "Every volunteer has held a police clearance since 2015; each is renewed by 31 December 2027.",
      ],
      [
        "Records are kept for ten years",
        "Records of patients treated before 2016 are kept until 2026 and then destroyed.",
      ],
      ["The pilot holds a medical certificate", "Medical certificate class 1, good until 20 Sept 2027."],
      [
        "The bylaws are adopted by the members",
        "The members adopted the bylaws on 4 May 1998 and amended them on 7 May 2022.",
      ],
    ],
  },
};
