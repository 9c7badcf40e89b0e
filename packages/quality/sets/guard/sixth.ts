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

/** Pairs of the same author and documents, read by nobody while rules were made: 7 of 38, 5 of 22 and 8 of 37 come out wrong. */
export const SIXTH_KEPT: GuardHalf = {
  everyday: [
    [
      "Chilled ready-to-eat food is stored at 5 °C or below.",
      "The inspector's thermometer showed 11 °C in the display fridge, in which sliced ham and egg sandwiches were offered for sale.",
    ],
    [
      "Chilled ready-to-eat food is stored at 5 °C or below.",
      "Fridge 2, week 41. Mon 7 °C, Tue 8 °C, Wed 8 °C, Thu 9 °C, Fri 9 °C. Remarks: door seal broken, part ordered. Cold cuts and salads inside.",
    ],
    [
      "Poultry is cooked to a core temperature of at least 75 °C.",
      "Chicken thighs, batch 3: core 68 °C after 40 minutes, taken out and plated.",
    ],
    [
      "Hot food is held at 63 °C or above until it is served.",
      "During our visit the curry on the buffet had a temperature of 48 °C, and it had been there since half past eleven.",
    ],
    [
      "A written HACCP plan is in place for each product and identifies the critical control points.",
      "You did not have a HACCP plan for your vacuum-packed smoked trout. Your manager told our investigator that he had not been aware that one was needed.",
    ],
    [
      "Temperatures at critical control points are monitored and recorded for every batch.",
      "Your cooker log had no entries for 14 of the 30 batches made in June, and for a further five the times had been filled in beforehand.",
    ],
    [
      "All 14 allergens are declared for every dish on the menu.",
      "Celery, mustard and lupin are left off our allergen chart for now, because the supplier has not sent us the details.",
    ],
    [
      "A pest control contractor inspects the premises at least every eight weeks.",
      "Our contract with the pest controller ended in January 2026 and was not renewed. We set traps ourselves when we see droppings.",
    ],
    [
      "Each lot can be traced one step back and one step forward within four hours.",
      "In the mock recall of lot 6612 the team was unable to find out to which shops 140 of the 900 cases had gone. The exercise was stopped after nine hours.",
    ],
    [
      "Staff with vomiting or diarrhoea do not return to food handling until 48 hours after symptoms have stopped.",
      "Rota note: Kim was sick on Tuesday night but came in for Wednesday lunch as we were short; she did the sandwiches.",
    ],
    [
      "The quality unit reviews and approves every batch record before the batch is released.",
      "Lot 24-118. Manufactured 3 Feb. Shipped 9 Feb. Batch record review: blank. QA signature: blank.",
    ],
    [
      "Cleaning procedures for shared equipment are validated.",
      "We have no data to show that the cleaning of the shared granulator removes residues of the product before. A protocol is planned for the second half of next year.",
    ],
    [
      "Product complaints are evaluated within five working days of receipt.",
      "Complaint C-77 on broken tablets was received on 4 March and first looked at on 20 May 2026.",
    ],
    [
      "Hand hygiene compliance is audited every month on each ward.",
      "Ward 5: hand hygiene audits for April, May, June and July not done, no auditor available.",
    ],
    [
      "The resuscitation trolley is checked daily.",
      "Check sheet of the resuscitation trolley, September: signed on the 1st, 2nd, 9th and 23rd. The other days are empty.",
    ],
    [
      "At least one registered nurse is on duty at all times.",
      "There was no registered nurse in the building on the nights of 12, 13 and 19 July 2026.",
    ],
    [
      "A fire drill is held on every shift at least once per quarter.",
      "Drills take place once a year, in summer, with the day staff.",
    ],
    [
      "Fire extinguishers are serviced at least once a year.",
      "The labels on nine of the fourteen extinguishers show a last service in 2023.",
    ],
    [
      "A fire risk assessment of the building has been carried out and its actions have been completed.",
      "Fire risk assessment 2024: 22 actions. Done: 5. Overdue: 17, among them the missing fire doors on floors 2 and 3.",
    ],
    [
      "An asbestos register is kept on site and shown to contractors before they start work.",
      "The electricians drilled through the ceiling boards; nobody had shown them the register, which was at head office.",
    ],
    [
      "Subject access requests are answered within one month of receipt.",
      "The council answered 51 per cent of the access requests in time; 251 residents did not get a reply within the period that the law allows.",
    ],
    [
      "Subject access requests are answered within one month of receipt.",
      "Hi Jo, the request of Mrs Patel came in on 3 March and it's now the middle of July. We still haven't sent her anything.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of becoming aware of them.",
      "The trust became aware of the disclosure on 2 June and told the supervisory authority about it on 27 June 2026.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of becoming aware of them.",
      "Breach no. 12: letters with diagnoses sent to the wrong patients, 340 people. Notified to the authority: no. Reason: decision of the director, reputation.",
    ],
    [
      "A record of processing activities is maintained and covers all processing.",
      "The record of processing activities covers the personnel office. Social services, libraries and the registry office have not been recorded so far.",
    ],
    [
      "Applicant files are deleted no later than six months after the end of the procedure.",
      "We found the applications of 1,930 rejected candidates from the years 2018 to 2023 on the shared drive.",
    ],
    [
      "The processor engages no sub-processor without the prior written authorisation of the controller.",
      "The supplier moved our data to a hosting company in Pune in May. We learnt about it from the press; nobody had asked us and we had not agreed.",
    ],
    [
      "Senior management approves business relationships with politically exposed persons.",
      "Customer 5521, minister of transport. Senior management approval: not obtained. Account active since 2 February 2026.",
    ],
    [
      "All customers are screened against sanctions lists daily.",
      "Business customers are screened when they open an account. There is no screening after that.",
    ],
    [
      "Client money is held in accounts separate from the firm's own money.",
      "Client receipts were paid into the office account, from which salaries and rent were paid as well.",
    ],
    [
      "Employees must not accept gifts worth more than EUR 50 from suppliers.",
      "Gift register: two tickets for the final, value EUR 420, from the cleaning contractor; accepted by the head of facilities.",
    ],
    [
      "Workers at heights of 2 metres or more are protected against falls.",
      "Three roofers worked about 6 metres above ground without harness, net or guardrail.",
    ],
    [
      "Forklift operators hold a certificate and are re-evaluated at least every three years.",
      "Operator file: L. Duarte drives the counterbalance truck every day; no certificate, no evaluation.",
    ],
    [
      "A permit is issued and the air is tested before anyone enters a confined space.",
      "He climbed into the tank to free the agitator. No permit had been written and the air had not been measured.",
    ],
    [
      "Free chlorine at the works outlet is kept between 0.2 and 0.5 mg/l.",
      "Outlet readings, Monday to Wednesday: 0.04, 0.06 and 0.05 mg/l free chlorine. Dosing pump out of order.",
    ],
    [
      "Chilled ready-to-eat food is stored at 5 °C or below.",
      "The chiller of the deli is set to 3 °C, and chilled food is kept in it below 5 °C at all times.",
      { beside: ["Visit of the food officer, 6 November 2026: deli chiller at 12 °C, contents condemned."] },
    ],
    [
      "The processor engages no sub-processor without the prior written authorisation of the controller.",
      "The supplier must not engage a sub-processor without our prior written authorisation. Tenderers shall state in their bid whether they accept this condition.",
      { title: "Invitation to tender: payroll services" },
    ],
    [
      "Staff with vomiting or diarrhoea do not return to food handling until 48 hours after symptoms have stopped.",
      "Fitness to work policy, consultation draft, not yet in force. Staff with vomiting or diarrhoea stay away from food until 48 hours after the symptoms have stopped.",
    ],
  ],
  evading: [
    [
      "Chilled ready-to-eat food is stored at 5 °C or below.",
      "The fridges are capable of cooling to 5 °C or below and are of a recognised make.",
    ],
    [
      "Chilled ready-to-eat food is stored at 5 °C or below.",
      "Chilled ready-to-eat food is stored as cold as possible.",
    ],
    [
      "Poultry is cooked to a core temperature of at least 75 °C.",
      "Poultry is cooked until the chef is satisfied that the juices run clear.",
    ],
    [
      "A written HACCP plan is in place for each product and identifies the critical control points.",
      "The principles of HACCP are well known to our production managers, who bear them in mind in their daily work.",
    ],
    [
      "Temperatures at critical control points are monitored and recorded for every batch.",
      "Thermometers are available at each critical control point for use by the operators.",
    ],
    [
      "All 14 allergens are declared for every dish on the menu.",
      "Guests with an allergy are welcome to speak to the waiting staff, who will do their best to help.",
    ],
    [
      "A pest control contractor inspects the premises at least every eight weeks.",
      "The premises are cleaned by a contractor every week, so that pests find no food.",
    ],
    [
      "Each lot can be traced one step back and one step forward within four hours.",
      "Suppliers are obliged to keep records of the lots that they deliver to us.",
    ],
    [
      "Staff with vomiting or diarrhoea do not return to food handling until 48 hours after symptoms have stopped.",
      "Staff who have vomiting or diarrhoea are trusted to judge for themselves when they are fit for work.",
    ],
    [
      "Cleaning procedures for shared equipment are validated.",
      "Shared equipment is cleaned by experienced operators until it is visually clean.",
    ],
    [
      "Each incoming lot of active ingredient is tested for identity before use.",
      "The supplier tests each lot of active ingredient and confirms its identity on the certificate.",
    ],
    [
      "Written informed consent is obtained from each subject before any trial procedure.",
      "Subjects are given verbal information about the trial and sign the form at a convenient visit.",
    ],
    [
      "Hand hygiene compliance is audited every month on each ward.",
      "Posters on hand hygiene are put up on each ward and changed every month.",
    ],
    [
      "Two nurses count controlled drugs at every change of shift.",
      "Controlled drugs are kept in a locked cupboard to which the nurse in charge holds the key.",
    ],
    [
      "A fire drill is held on every shift at least once per quarter.",
      "All shifts watch the fire safety film once per quarter.",
    ],
    [
      "A fire risk assessment of the building has been carried out and its actions have been completed.",
      "The landlord is understood to have responsibility for the fire risk assessment of the building.",
    ],
    [
      "An asbestos register is kept on site and shown to contractors before they start work.",
      "Contractors are asked to work with caution, as asbestos may be present in buildings of this age.",
    ],
    [
      "Personal data breaches are notified to the supervisory authority within 72 hours of becoming aware of them.",
      "Personal data breaches are reported to the head of communications within 72 hours.",
    ],
    [
      "A data protection impact assessment is carried out before high-risk processing begins.",
      "The privacy team may be consulted on a new project if the project manager feels that it raises questions.",
    ],
    [
      "Applicant files are deleted no later than six months after the end of the procedure.",
      "Applicant files are moved to the archive six months after the end of the procedure.",
    ],
    [
      "Client money is held in accounts separate from the firm's own money.",
      "Client money is shown separately from the firm's own money in the bookkeeping.",
    ],
    [
      "Workers at heights of 2 metres or more are protected against falls.",
      "Workers at heights are experienced people who know the dangers of a fall.",
    ],
  ],
  sound: [
    [
      "Chilled ready-to-eat food is stored at 5 °C or below.",
      "Cold dishes that may be eaten without further cooking are kept between 1 and 4 °C. Whatever has become warmer than that is thrown away and entered on the waste sheet.",
    ],
    [
      "Hot food is held at 63 °C or above until it is served.",
      "Buffet 12:00 to 14:00: soup 74 °C, stew 71 °C, rice 69 °C at the start; 70, 68 and 66 °C at the end. What was left over was not kept.",
    ],
    [
      "A written HACCP plan is in place for each product and identifies the critical control points.",
      "We make three products: smoked trout, trout pâté and marinated fillets. For each there is a signed HACCP plan (H1 to H3), with receiving, smoking and cold storage as critical control points.",
    ],
    [
      "All 14 allergens are declared for every dish on the menu.",
      "On the menu of 1 October every dish has letters A to N, one for each of the fourteen allergens that it contains; dishes without any bear the note 'none of the 14'. The chef compared all 38 dishes with their recipes.",
    ],
    [
      "All food handlers complete food hygiene training before they handle food.",
      "Register of kitchen staff: 19 people. In each case the date of the hygiene certificate lies before the first day in the kitchen.",
    ],
    [
      "All food handlers complete food hygiene training before they handle food.",
      "Nobody is let into the kitchen without having passed the hygiene course first. This applies to temporary staff as well.",
    ],
    [
      "A pest control contractor inspects the premises at least every eight weeks.",
      "Reports of Kestrel Pest Services: 8 January, 12 February, 11 March, 15 April, 13 May, 17 June, 15 July, 19 August, 16 September, 21 October, 18 November 2026. No activity other than two flour moths in May, gone in June.",
    ],
    [
      "A pest control contractor inspects the premises at least every eight weeks.",
      "The contractor shall inspect the bakery on the first Tuesday of each month and shall hand over a written report. Signed for the bakery and for the contractor; in force since January 2025, and all 23 monthly reports to date are in the folder.",
    ],
    [
      "Each lot can be traced one step back and one step forward within four hours.",
      "Mock recall of 7 October, lot 7120: origin of all ingredients found within 35 minutes, all 612 cases located at 41 customers after 1 hour 50 minutes. Nothing was missing.",
    ],
    [
      "Food contact surfaces in the ready-to-eat area are swabbed for Listeria every week.",
      "Swabs of slicer, packing table, knives and conveyor in the ready-to-eat area, weeks 36 to 46: 4 per week, 44 in all, Listeria not detected in any.",
    ],
    [
      "Staff with vomiting or diarrhoea do not return to food handling until 48 hours after symptoms have stopped.",
      "Anyone with sickness or diarrhoea stays away from the kitchen and comes back three full days after the last symptom at the earliest.",
    ],
    [
      "The quality unit reviews and approves every batch record before the batch is released.",
      "No batch can leave the warehouse until QA has gone through its record and set the status to 'released' in the system. For the 94 batches sold this year, the date of QA approval is before that of dispatch.",
    ],
    [
      "Every out-of-specification result is investigated and the investigation is documented.",
      "In 2026 there were six results outside the specification. Reports OOS-01 to OOS-06 describe the laboratory phase, the review of manufacturing, the cause and the decision on the batch. None remains open.",
    ],
    [
      "Cleaning procedures for shared equipment are validated.",
      "Validation report CV-09: after three consecutive runs of the worst-case product, residues on granulator, press and coater, which are our only shared equipment, were below a tenth of the limit. The cleaning procedure is regarded as validated.",
    ],
    [
      "Each incoming lot of active ingredient is tested for identity before use.",
      "Sampling sheet 311: infrared spectrum of each of the 8 drums compared with the reference, all match. Status changed from quarantine to approved, first used two days later. The same is done with each delivery of active ingredient.",
    ],
    [
      "Serious adverse events are reported to the sponsor within 24 hours.",
      "The site knew of the event on 2 August at 16:10 and the sponsor's receipt is stamped 2 August, 19:45. It was the only serious event in the trial.",
    ],
    [
      "Hand hygiene compliance is audited every month on each ward.",
      "Hand hygiene observations are made on all six wards in the first week of each month. October: 92, 95, 91, 97, 94 and 96 per cent. The results for January to September hang beside them.",
    ],
    [
      "Two nurses count controlled drugs at every change of shift.",
      "Controlled drugs register, ward 3, 9 November: 07:00 count 24 ampoules, Kelly/Osman; 15:00 count 22, Osman/Reid; 23:00 count 22, Reid/Kelly. No discrepancy. Each line of the month bears two names.",
    ],
    [
      "A falls risk assessment is completed within 24 hours of admission.",
      "Of the 40 residents who moved in this year, none waited longer than eight hours for the falls assessment; most had it before lunch.",
    ],
    [
      "The resuscitation trolley is checked daily.",
      "Trolley check, October: 31 of 31 days signed, contents complete, defibrillator self-test passed. One expired cannula was replaced on the 17th.",
    ],
    [
      "A fire drill is held on every shift at least once per quarter.",
      "Every month, each of the three shifts rehearses an evacuation. The sister in charge writes down the time taken and what went badly.",
    ],
    [
      "Escape routes and fire exits are kept clear and are never locked.",
      "No goods may be put down in the escape corridor, and the doors at its end cannot be locked, as they have panic bars and no cylinder.",
    ],
    [
      "The fire alarm is tested weekly from a different call point.",
      "Test book: 19 Nov call point 11, 12 Nov call point 10, 5 Nov call point 9, 29 Oct call point 8, 22 Oct call point 7, 15 Oct call point 6, 8 Oct call point 5. Bell heard on all floors. No week of the year is missing.",
    ],
    [
      "Fire extinguishers are serviced at least once a year.",
      "All 26 extinguishers were serviced on 10 March 2026 and have the new seal. The service before that took place in March 2025.",
    ],
    [
      "Emergency lighting receives a full-duration discharge test every 12 months.",
      "Three-hour discharge test of 3 June 2026: 84 of 84 lamps still burning at the end. The year before, two failed and were exchanged within the week.",
    ],
    [
      "A fire risk assessment of the building has been carried out and its actions have been completed.",
      "The fire risk assessment of 11 February 2026 listed 14 measures. By 30 September the fire safety adviser had seen and signed off all of them; there is nothing outstanding.",
    ],
    [
      "Passenger lifts undergo a thorough examination every six months.",
      "Reports of thorough examination, lifts A and B: 6 May 2026 and 2 November 2026, by the insurer's engineer. No defects that affect safety.",
    ],
    [
      "An asbestos register is kept on site and shown to contractors before they start work.",
      "The register lies in the porter's lodge. Before a firm gets the key it reads the pages for the rooms concerned and signs for that; 37 signatures this year for 37 jobs.",
    ],
    [
      "Subject access requests are answered within one month of receipt.",
      "Requests for access 2026: 63. All were answered, on average after 11 days and at the latest after 24. We made no use of the possible extension.",
    ],
    [
      "Applicant files are deleted no later than six months after the end of the procedure.",
      "A routine in the recruiting system erases the file 120 days after the rejection. On 1 November it contained no closed procedure older than that, and paper files are no longer kept.",
    ],
    [
      "The processor engages no sub-processor without the prior written authorisation of the controller.",
      "Clause 7. We, the processor, shall not bring in any further processor unless the municipality has agreed to it in writing beforehand. No further processors are used at the time of signing. Signed by both parties on 3 February 2026.",
    ],
    [
      "All customers are screened against sanctions lists daily.",
      "Each night at 02:00 the whole customer base is compared with the lists of the EU, UN and OFAC. Run of 18 November: 48,211 customers, 3 possible matches, all cleared as false by 09:30.",
    ],
    [
      "Bank accounts are reconciled monthly and the reconciliation is signed by a second person.",
      "Reconciliations for January to October 2026 are in the binder. Prepared by J. Prior, checked and signed by E. Tan, no later than the tenth of the following month. No differences remain unexplained.",
    ],
    [
      "Workers at heights of 2 metres or more are protected against falls.",
      "On the roof, guardrails stand along all edges, and those who fix the last row wear a harness that is hooked to the line. This is done from 1.5 metres upwards.",
    ],
    [
      "A permit is issued and the air is tested before anyone enters a confined space.",
      "Permit 88: oxygen 20.9 %, no H2S, LEL 0 % at 07:40; permit signed 07:45; entry 07:50 with attendant outside. Tank left at 09:10. Without these entries the manhole stays locked.",
    ],
    [
      "Workers exposed to 85 dB(A) or more receive a hearing test every year.",
      "All 34 people in the press shop, the only area above 80 dB(A), had their hearing tested in March 2025 and again in March 2026. Nobody was absent.",
    ],
    [
      "Every out-of-specification result is investigated and the investigation is documented.",
      "The company used to close minor deviations without a report. Since the new procedure took effect in 2023 each result outside the specification has had a written investigation; we examined all 17 since then and had no remarks.",
    ],
  ],
};
