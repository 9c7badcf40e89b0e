import type { GuardHalf } from "./guard-pair.ts";

/**
 * Whole sentences of inspection letters, surveys, records, minutes and registers: food, medicine, care, building
 * safety, finance, public bodies. By another author than the rules.
 *
 * Measured at first sight over both halves: 18 of 76 everyday and 14 of 43 evading ones passed, and 20 of 74 sound
 * ones did not. Then rules were made with this half in view.
 */
export const SIXTH_TUNED: GuardHalf = {
  everyday: [
    [
      "A written HACCP plan is in place for each product and identifies the critical control points.",
      "HACCP plan. Product: ............ Critical control point 1: ............ Limit: ............ Prepared by: ............",
    ],
    [
      "All 14 allergens are declared for every dish on the menu.",
      "The menu gives allergens for main courses. For starters, desserts and daily specials no allergen information was available, neither in writing nor from the staff.",
    ],
    [
      "All food handlers complete food hygiene training before they handle food.",
      "Training register, kitchen: Ana (May 2026), Piotr (May 2026), Jules - not yet, started 2 June, on the grill; Mehdi - not yet, started in August, salads.",
    ],
    [
      "All food handlers complete food hygiene training before they handle food.",
      "New staff do their hygiene course within three months after they have started in the kitchen.",
    ],
    [
      "A pest control contractor inspects the premises at least every eight weeks.",
      "Visits by the contractor in the last 12 months: 9 December 2025 and 30 June 2026. Mouse activity found on both dates.",
    ],
    [
      "Food contact surfaces in the ready-to-eat area are swabbed for Listeria every week.",
      "We swab the floor drains in the raw area each week. We don't swab the slicer or the packing table.",
    ],
    [
      "Food contact surfaces in the ready-to-eat area are swabbed for Listeria every week.",
      "The last Listeria swabs on food contact surfaces that you could show us were taken in 2024.",
    ],
    [
      "The quality unit reviews and approves every batch record before the batch is released.",
      "Your quality unit released eleven lots of eye drops to the market before the batch records had been reviewed.",
    ],
    [
      "Every out-of-specification result is investigated and the investigation is documented.",
      "Your laboratory disregarded the failing assay results, retested until a passing value was obtained and reported that one. No investigation was opened.",
    ],
    [
      "Each marketed product is on an ongoing stability programme with at least one batch per year.",
      "No batch of the cough syrup has been placed on stability since 2022, although it was made and sold every year.",
    ],
    [
      "Each incoming lot of active ingredient is tested for identity before use.",
      "You accepted the glycerin on the strength of the supplier's certificate of analysis and did not perform an identity test on any of the lots.",
    ],
    [
      "Written informed consent is obtained from each subject before any trial procedure.",
      "Subject 014: randomised and first blood sample taken on 6 May. Consent form signed on 9 May.",
    ],
    [
      "Written informed consent is obtained from each subject before any trial procedure.",
      "For three of the twelve subjects no signed consent form could be found in the investigator's file.",
    ],
    [
      "Serious adverse events are reported to the sponsor within 24 hours.",
      "The hospital stay of subject 008 began on 1 August; the site became aware on 2 August and sent the report to the sponsor on 19 August.",
    ],
    [
      "Two nurses count controlled drugs at every change of shift.",
      "The night nurse told the surveyor that she usually counts the morphine alone and that the day nurse signs later without counting.",
    ],
    [
      "A falls risk assessment is completed within 24 hours of admission.",
      "Record review: Resident 3 was admitted on 10 April. The falls risk assessment is dated 18 April, two days after her fall.",
    ],
    [
      "Nurse call bells are answered within five minutes.",
      "Residents interviewed said that they wait between half an hour and an hour for someone to come after ringing the bell. The call system's printout showed the same.",
    ],
    [
      "A fire drill is held on every shift at least once per quarter.",
      "The facility did not conduct a fire drill on the night shift in the second and third quarters. The maintenance director confirmed this in the exit interview.",
    ],
    [
      "Escape routes and fire exits are kept clear and are never locked.",
      "The rear exit was chained and padlocked. The shop manager said that this was to stop theft and that he had the key with him.",
    ],
    [
      "Escape routes and fire exits are kept clear and are never locked.",
      "Staircase B: four bicycles, a pram and the caretaker's mower in the escape route, again. Photo attached. Letter to tenants to follow.",
    ],
    [
      "The fire alarm is tested weekly from a different call point.",
      "Logbook fire alarm: tests entered in January, March and June 2026, each time call point 1.",
    ],
    [
      "The sprinkler system is inspected by a competent person every quarter.",
      "The sprinkler valve had been shut since the refurbishment, and there was no record of any inspection in the past two years.",
    ],
    [
      "Emergency lighting receives a full-duration discharge test every 12 months.",
      "Annual duration test of 8 May 2026: 31 of 120 luminaires went out before the end of the three hours. Result: FAIL. The test in 2025 was left out.",
    ],
    [
      "Passenger lifts undergo a thorough examination every six months.",
      "Lift 1 was last examined on 14 February 2025. The insurer has asked for an appointment four times without a reply from the managing agent.",
    ],
    [
      "Hot water reaches at least 50 °C at outlets within one minute.",
      "Room 12 basin: hot tap 41 °C after one minute. Room 14: 43 °C. Room 15: 39 °C.",
    ],
    [
      "A data protection impact assessment is carried out before high-risk processing begins.",
      "Face recognition in the canteens of nine schools went live in September. The impact assessment was begun in November after a parent had complained.",
    ],
    [
      "A data protection officer is appointed and reports to the highest level of management.",
      "The position of data protection officer has been unfilled since the end of 2024, and no external officer has been engaged.",
    ],
    [
      "The identity of each customer and beneficial owner is verified before the business relationship begins.",
      "In 31 of 50 files tested the account had been opened, and used, before the beneficial owner's identity was verified.",
    ],
    [
      "Suspicious transactions are reported to the financial intelligence unit without delay.",
      "The bank filed the report on the cash deposits 14 months after its own analyst had marked them as suspicious.",
    ],
    [
      "High-risk customers are reviewed at least once every 12 months.",
      "Board paper, item 6: The backlog of overdue reviews of high-risk customers stands at 1,140. The oldest review was due in 2023.",
    ],
    [
      "Payments above EUR 5,000 are released by two authorised persons.",
      "Transfer of EUR 48,200 to Hansen GmbH: entered by M. Roth, released by M. Roth, no second release.",
    ],
    [
      "Bank accounts are reconciled monthly and the reconciliation is signed by a second person.",
      "The treasurer said that he had not reconciled the bank account since he took office in January, and that no one else had either.",
    ],
    [
      "Machines are not operated without their guards.",
      "An employee was cutting boards on the table saw, the guard of which had been taken off and lay on the shelf.",
    ],
    [
      "A trained first aider is present on every shift.",
      "On Saturdays and on the late shift there is no first aider in the plant.",
    ],
    [
      "Water is sampled for E. coli every week at each supply zone.",
      "E. coli samples, zone North: one in March, one in July. Zone South: none this year.",
    ],
    [
      "Workers exposed to 85 dB(A) or more receive a hearing test every year.",
      "Hearing tests for the press shop (91 dB) were suspended in 2024 to save money and have not been resumed.",
    ],
    [
      "Escape routes and fire exits are kept clear and are never locked.",
      "Escape routes are kept clear and fire exits are never locked; the caretaker looks at them each morning.",
      {
        beside: [
          "Report of the fire brigade, October 2026: exits 2 and 4 locked, corridor on the ground floor obstructed by pallets.",
        ],
      },
    ],
    [
      "Machines are not operated without their guards.",
      "Questions for the toolbox talk: Are your machines operated without their guards? Who may take a guard off? Where do you report a broken one?",
    ],
  ],
  evading: [
    ["Hot food is held at 63 °C or above until it is served.", "Hot food should ideally be held at 63 °C or above."],
    [
      "All food handlers complete food hygiene training before they handle food.",
      "Food handlers are offered food hygiene training and many take it up.",
    ],
    [
      "Food contact surfaces in the ready-to-eat area are swabbed for Listeria every week.",
      "Food contact surfaces in the ready-to-eat area are cleaned and disinfected every week.",
    ],
    [
      "The quality unit reviews and approves every batch record before the batch is released.",
      "The quality unit looks at a sample of batch records at the end of each quarter.",
    ],
    [
      "Every out-of-specification result is investigated and the investigation is documented.",
      "Out-of-specification results are discussed with the analyst, and investigated if this appears useful.",
    ],
    [
      "Serious adverse events are reported to the sponsor within 24 hours.",
      "Serious adverse events are recorded in the subject's file within 24 hours.",
    ],
    [
      "A falls risk assessment is completed within 24 hours of admission.",
      "Residents' risk of falling is taken into account by staff during their first weeks with us.",
    ],
    [
      "At least one registered nurse is on duty at all times.",
      "A registered nurse can be reached by telephone at all times.",
    ],
    [
      "Escape routes and fire exits are kept clear and are never locked.",
      "Staff are reminded of how important it is to keep escape routes clear.",
    ],
    [
      "The fire alarm is tested weekly from a different call point.",
      "The fire alarm is connected to the fire brigade and is monitored around the clock.",
    ],
    [
      "Passenger lifts undergo a thorough examination every six months.",
      "Passenger lifts are maintained by the manufacturer as required by wear and use.",
    ],
    [
      "Subject access requests are answered within one month of receipt.",
      "Receipt of a subject access request is acknowledged within one month.",
    ],
    [
      "The processor engages no sub-processor without the prior written authorisation of the controller.",
      "The processor chooses its sub-processors with due care and publishes a list of them on its website.",
    ],
    [
      "The identity of each customer and beneficial owner is verified before the business relationship begins.",
      "Customers declare in the application form that the details they give on their identity and ownership are correct.",
    ],
    [
      "Senior management approves business relationships with politically exposed persons.",
      "Relationship managers are aware of the risks of business relationships with politically exposed persons.",
    ],
    [
      "Suspicious transactions are reported to the financial intelligence unit without delay.",
      "Suspicious transactions are raised with the branch manager, who decides whether to talk to the customer.",
    ],
    [
      "High-risk customers are reviewed at least once every 12 months.",
      "High-risk customers are reviewed in a risk-based rhythm that relationship managers set as they see fit.",
    ],
    [
      "Payments above EUR 5,000 are released by two authorised persons.",
      "Payments above EUR 5,000 are released by an authorised person and appear in the monthly list.",
    ],
    [
      "Machines are not operated without their guards.",
      "Operators are advised to use the guards whenever this does not slow down production.",
    ],
    [
      "A permit is issued and the air is tested before anyone enters a confined space.",
      "A rescue team is told before anyone enters a confined space.",
    ],
    [
      "A trained first aider is present on every shift.",
      "A first aid box is present on every shift and its contents are complete.",
    ],
  ],
  sound: [
    [
      "Chilled ready-to-eat food is stored at 5 °C or below.",
      "Fridge 1 (ready-to-eat), week 44. Mon 3 °C, Tue 2 °C, Wed 3 °C, Thu 4 °C, Fri 3 °C, Sat 3 °C, Sun 3 °C. No corrective action was needed. Checked by S. Amoah.",
    ],
    [
      "Poultry is cooked to a core temperature of at least 75 °C.",
      "Core temperatures of the chicken on 4 November: 81, 79, 84, 82 and 80 °C. No piece left the oven below that.",
    ],
    [
      "Poultry is cooked to a core temperature of at least 75 °C.",
      "Our cooks take chicken and turkey out of the oven when the probe in the thickest part shows 80 °C, never earlier.",
    ],
    [
      "Temperatures at critical control points are monitored and recorded for every batch.",
      "The recorder on the smoker writes the core temperature of each batch every two minutes. Batches 401 to 466 of October: 66 charts, all complete and initialled by the shift leader.",
    ],
    [
      "Staff with vomiting or diarrhoea do not return to food handling until 48 hours after symptoms have stopped.",
      "Kim stopped vomiting on Tuesday at noon. I sent her home on Monday and told her not to come in before Friday; she was back on Friday morning.",
    ],
    [
      "The quality unit reviews and approves every batch record before the batch is released.",
      "Lot 26-041. Record reviewed page by page by QA (H. Nakagawa) on 12 March; one missing initial was added and explained. Approved 13 March. Shipped 16 March.",
    ],
    [
      "Each marketed product is on an ongoing stability programme with at least one batch per year.",
      "Ongoing stability: syrup (batches of March and September 2026), tablets 5 mg (April), tablets 10 mg (April), cream (June). The company markets no other products.",
    ],
    [
      "Product complaints are evaluated within five working days of receipt.",
      "Complaints 2026: 41. The medical assessor's evaluation followed after one to three working days in every case.",
    ],
    [
      "Written informed consent is obtained from each subject before any trial procedure.",
      "The monitor checked all 24 subjects. Each had signed and dated the current consent form at least a day before the first procedure of the trial. Nobody was included without it.",
    ],
    [
      "Written informed consent is obtained from each subject before any trial procedure.",
      "Subject 021 took the information sheet home on 4 May, had no further questions on 8 May and signed the consent form the same day. Screening blood sample: 11 May. The other seven subjects were dealt with in the same order.",
    ],
    [
      "Nurse call bells are answered within five minutes.",
      "Printout of the call system for October: 3,411 calls, longest time until a nurse pressed 'present' 4 min 12 s.",
    ],
    [
      "At least one registered nurse is on duty at all times.",
      "The rota of the past six months has a registered nurse on each early, late and night shift. Where somebody fell ill, another registered nurse took over before the first had gone home.",
    ],
    [
      "A fire drill is held on every shift at least once per quarter.",
      "Drills: early shift 20 Jan, 14 Apr, 7 Jul, 6 Oct; late shift 3 Feb, 12 May, 18 Aug, 20 Oct; night shift 26 Feb, 2 Jun, 9 Sep, 4 Nov 2026. Each was unannounced, and everybody was out within three minutes.",
    ],
    [
      "Escape routes and fire exits are kept clear and are never locked.",
      "The officers walked all eleven exits. None was locked, each opened with one push, and nothing stood in the corridors or on the stairs. The round of the caretaker each morning has found nothing else since spring.",
    ],
    [
      "The sprinkler system is inspected by a competent person every quarter.",
      "Certificates of the sprinkler engineer dated 14 January, 15 April, 10 July and 8 October 2026: pumps started, flow and pressure in order, valves open and secured.",
    ],
    [
      "Hot water reaches at least 50 °C at outlets within one minute.",
      "Hot taps, all 48 rooms, 12 October: between 54 and 58 °C after 45 seconds.",
    ],
    [
      "Subject access requests are answered within one month of receipt.",
      "Dear Ms Kaya, you asked us on 2 October for a copy of your data. You will find it enclosed. Yours faithfully, Registry, 13 October 2026. (It is the only request that we have had since the office opened.)",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of becoming aware of them.",
      "The laptop was missed on Friday at 09:00. We filed the notification with the authority on Saturday at 14:30, although the facts were not yet complete, and added the rest on Wednesday. It is the sole breach to date.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of becoming aware of them.",
      "Whoever notices a breach calls the data protection officer at once. She submits the notification to the authority within 24 hours after the university has learnt of the breach; missing details are handed in later.",
    ],
    [
      "A data protection impact assessment is carried out before high-risk processing begins.",
      "The impact assessment for the camera project was finished and signed on 2 March 2026; the cameras were switched on on 1 June. No other project of ours has been rated as high risk.",
    ],
    [
      "A record of processing activities is maintained and covers all processing.",
      "The record has 212 entries from all 17 departments. Each department head confirmed in September 2026 that nothing is missing.",
    ],
    [
      "A data protection officer is appointed and reports to the highest level of management.",
      "Dr Lena Vogt has been our data protection officer since 1 January 2023. She is bound by no instructions in this role and reports to the president in person every quarter.",
    ],
    [
      "The processor engages no sub-processor without the prior written authorisation of the controller.",
      "The change of print shop was applied for on 4 May and approved by the controller's letter of 19 May. The first file went to the print shop on 1 June. There has been no other change.",
    ],
    [
      "The identity of each customer and beneficial owner is verified before the business relationship begins.",
      "We tested 60 new relationships, and in all of them passport and register extract for the beneficial owner had been checked before the account could be used. There were no exceptions.",
    ],
    [
      "The identity of each customer and beneficial owner is verified before the business relationship begins.",
      "The account stays blocked until compliance has verified who the customer is and who stands behind it. Sales cannot remove the block.",
    ],
    [
      "Senior management approves business relationships with politically exposed persons.",
      "List of politically exposed persons, 7 names. Approval by the management board: minutes of 14 Jan (2), 11 Mar (4) and 9 Sep 2026 (1). No account was opened before that.",
    ],
    [
      "Suspicious transactions are reported to the financial intelligence unit without delay.",
      "Deposits noticed on 6 October at 10:20, report sent to the financial intelligence unit on 6 October at 15:05. The other eight reports of the year were likewise made on the day of the suspicion.",
    ],
    [
      "High-risk customers are reviewed at least once every 12 months.",
      "High-risk customers: 88. Last review less than seven months ago for all of them. Overdue: 0.",
    ],
    [
      "Payments above EUR 5,000 are released by two authorised persons.",
      "Transfer of EUR 48,200 to Hansen GmbH: entered by A. Berg, first release M. Roth, second release C. Lindner. The banking software accepts no transfer above EUR 2,000 with a single release.",
    ],
    [
      "Client money is held in accounts separate from the firm's own money.",
      "Letter of the bank: account 771 is designated 'client account', the bank has no right of set-off on it. All client receipts go there; the office account has not received any since the firm was founded.",
    ],
    [
      "Employees must not accept gifts worth more than EUR 50 from suppliers.",
      "Nothing may be accepted from suppliers apart from a calendar or a pen worth no more than EUR 10. All other gifts are sent back, and the register shows that this happened four times this year.",
    ],
    [
      "Machines are not operated without their guards.",
      "The interlock stops the saw as soon as the guard is lifted, and it cannot be bridged without a key that only the maintenance manager holds. Inspection of 3 November: all twelve machines guarded, no bypasses found.",
    ],
    [
      "Forklift operators hold a certificate and are re-evaluated at least every three years.",
      "Drivers: 9. Certificates: 9. Date of the last evaluation: between February 2025 and June 2026. Those without a certificate have no code for the truck and cannot start it.",
    ],
    [
      "A trained first aider is present on every shift.",
      "First aiders per shift, November: early 4, late 3, night 2, weekend 2. Should one be ill, the shift leader, who is trained too, steps in.",
    ],
    [
      "Free chlorine at the works outlet is kept between 0.2 and 0.5 mg/l.",
      "Works outlet, hourly values of October: lowest 0.28, highest 0.41 mg/l free chlorine. There was no alarm.",
    ],
    [
      "Water is sampled for E. coli every week at each supply zone.",
      "Every Monday and every Thursday we take a sample in each of the four zones. From January to date 368 samples were tested for E. coli, and it was not found in any of them.",
    ],
    [
      "Applicant files are deleted no later than six months after the end of the procedure.",
      "Papers of applicants who were not hired are shredded four months after the letter of refusal. We keep nothing longer than that unless the applicant has brought a claim, which has not happened.",
    ],
  ],
};

/** Pairs of the same author and documents; nobody who makes rules has seen it. */
export const SIXTH_KEPT: GuardHalf = { everyday: [], evading: [], sound: [] };
