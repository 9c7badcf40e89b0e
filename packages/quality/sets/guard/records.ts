import type { GuardHalf } from "./guard-pair.ts";

/**
 * Short records, letters and registers of many domains, by the author of the rules, who wrote them before looking at what
 * the guard says of them. Measured at first sight: 28 of 72 everyday and 6 of 22 evading ones passed, and 29 of 124 sound
 * ones did not. Then rules were made for them.
 */
export const RECORDS: GuardHalf = {
  sound: [
    [
      "Kitchen staff wash their hands before handling food.",
      "During the visit the inspector watched eleven members of the kitchen team start their shift; each washed hands at the basin by the door before touching food.",
    ],
    [
      "The temperature of the freezer is recorded twice a day.",
      "Freezer 2: a reading in the morning and another in the evening on every day of September and October, all between -21 and -19 °C, initialled.",
    ],
    [
      "Complaints are acknowledged within five working days.",
      "All 38 complaints of the half-year were acknowledged on the day they arrived or the day after.",
    ],
    [
      "Medicines are kept in a locked cabinet.",
      "The drug cabinet was locked at both of our unannounced visits. The charge nurse carries the key; no other key exists.",
    ],
    [
      "Controlled drugs are counted by two nurses at every shift change.",
      "The count book for ward 4 carries two signatures at each handover from 1 August to 31 October. No discrepancy was found.",
    ],
    [
      "Lifts are inspected by an independent body every six months.",
      "TÜV inspected the two passenger lifts on 14 April and again on 6 October 2026 and found no defects that prevent operation.",
    ],
    [
      "Emergency lighting is tested monthly.",
      "Emergency lights: function test done on the first Monday of every month this year by the caretaker. A lamp that failed in June was replaced the same week.",
    ],
    [
      "Fire doors close by themselves.",
      "All 64 fire doors were tried during the walk and shut on their own. The two that stuck in the spring have been planed and now close as well.",
    ],
    [
      "Board members declare their interests every year.",
      "Declarations for 2026 have been received from all nine directors; the secretary keeps them with the register.",
    ],
    [
      "Bank accounts are reconciled monthly.",
      "The main account was agreed to the ledger for January through October, each time by the tenth of the following month. Unexplained items: nil.",
    ],
    [
      "Expenses are approved by the line manager before payment.",
      "The workflow holds an expense claim until the line manager has released it. We drew 25 claims; every one carried a release dated earlier than the payment.",
    ],
    [
      "Access to the payroll system is restricted to payroll staff.",
      "Five people can open the payroll system and all five work in payroll. A sixth account, of someone who moved to sales in March, was removed on the day of the move.",
    ],
    [
      "Customer data is deleted after the contract ends.",
      "When a contract ends, a job erases the customer's data after 30 days. The log lists the 17 contracts that ended this year with the date of erasure for each.",
    ],
    [
      "Passwords are not shared.",
      "The rule that passwords stay with their owner is explained at induction. The last two audits came across no shared password.",
    ],
    [
      "USB sticks are not used on company laptops.",
      "Group policy blocks removable storage on all laptops. A stick that we plugged in was not mounted and an alert reached the service desk.",
    ],
    [
      "Servers are patched within 30 days of a patch being released.",
      "The slowest server received its October patches 12 days after release. The average was six days.",
    ],
    [
      "Firewall rules are reviewed every six months.",
      "Rule sets of both firewalls were gone through in February and in August 2026. Fourteen obsolete rules were taken out.",
    ],
    [
      "New suppliers are assessed before a contract is signed.",
      "Contract with Lindner GmbH signed 3 June. Assessment of Lindner: completed 18 May, outcome acceptable. The same order holds for the other four suppliers taken on in 2026.",
    ],
    [
      "Volunteers receive safeguarding training before they start.",
      "None of the 31 volunteers began before the safeguarding session; the attendance list and the rota were compared by name.",
    ],
    [
      "Playground equipment is inspected weekly.",
      "The park warden looks over swings, slides and climbing frame each Friday; the sheet has an entry for all 44 weeks of the year so far.",
    ],
    [
      "Drinking water is tested for legionella every year.",
      "Samples were taken at twelve outlets on 9 March 2026. Legionella was not detected in any of them.",
    ],
    [
      "Dangerous goods are stored separately from food.",
      "Cleaning agents and pesticides stand in a lockable room of their own in building C. Food is in building A and nothing else is kept there.",
    ],
    [
      "Drivers take a break after no more than 4.5 hours of driving.",
      "The tachograph files of all 22 drivers for October show no driving period longer than 4 hours 10 minutes without a break.",
    ],
    [
      "Visitors sign in and are escorted.",
      "Every visitor writes name, time and host in the book at reception and is collected by the host. Nobody gets past the turnstile on their own.",
    ],
    [
      "Contractors hold a valid work permit for hot work.",
      "Welding on the roof, 12 and 13 May: permit 26-081 issued 07:30 each day, fire watch until 18:00, closed by the shift engineer. No hot work took place this year without one.",
    ],
    [
      "The auditor is independent of the audited area.",
      "Ms Karlsson audited purchasing. She has worked in quality since 2019 and has never held a post in purchasing.",
    ],
    [
      "Minutes of the works council are kept.",
      "Minutes of all eleven meetings of the works council are in the binder, the most recent of 4 November.",
    ],
    [
      "Backups are restored as a test every quarter.",
      "Test restores: 14 January, 9 April, 7 July, 13 October. All four came up complete; the July one needed a second attempt because the tape drive had to be cleaned.",
    ],
    [
      "Incidents with high severity are reported to management within 4 hours.",
      "Three incidents were rated high. The managing director was called after 20, 35 and 50 minutes.",
    ],
    [
      "Employees confirm the code of conduct every year.",
      "By 31 March all 412 employees had confirmed the code of conduct for this year, the two on parental leave included.",
    ],
    [
      "Candidates' references are checked before employment.",
      "References for the six people hired in 2026 were taken up before the offer went out. Notes of the calls are in the personnel files.",
    ],
    [
      "Machines have an emergency stop.",
      "Each of the 19 machines in the hall has a red emergency stop within reach. We pressed them all: every machine halted.",
    ],
    [
      "Ladders are inspected every year.",
      "Ladders 1 to 26 bear the sticker '2026', set at the inspection in February. Ladder 14 did not pass and was destroyed.",
    ],
    [
      "First aid kits are complete.",
      "All eight first aid kits were checked against the list of contents on 2 November. Two plasters were short in the kit of the workshop and were put back at once, so that no kit lacks anything.",
    ],
    [
      "Pupils are never left unsupervised at the pool.",
      "Two teachers stand at the edge of the pool for the whole lesson. If one has to leave, the class gets out of the water.",
    ],
    [
      "Allergens are marked on the menu.",
      "The menu marks the fourteen allergens with letters next to each dish, and the letters of today's dishes agree with the recipes.",
    ],
    [
      "Waste oil is handed to a licensed disposal company.",
      "Waste oil goes to Ecolube only, licence 2291 valid until 2028. Consignment notes for all seven collections of the year are on file.",
    ],
    [
      "Data subjects' requests are answered within one month.",
      "Of 14 requests for access the longest took 19 days to answer. No request is open.",
    ],
    [
      "Personal data is encrypted on laptops.",
      "Device report of 3 November: 240 laptops, BitLocker on for 240, recovery keys escrowed for 240.",
    ],
    [
      "Source code changes are reviewed by a second developer.",
      "Branch protection: one approval by somebody other than the author is needed, and administrators cannot override it. In the last 90 days 311 merges, 311 with approval.",
    ],
    [
      "Administrators use separate accounts for administrative work.",
      "Anna Beck: abeck for mail and office, adm-abeck for servers. The other six administrators have the same pair. The normal accounts are in no administrative group.",
    ],
    [
      "Old employees' accounts are disabled on their last day.",
      "Termination list and directory compared for Q3: 9 people left, 9 accounts disabled, each on the last working day.",
    ],
    [
      "Log files cannot be altered by administrators.",
      "Logs go to an append-only store. Administrators have no right to change or delete there; an attempt during our test was refused.",
    ],
    [
      "Default passwords are changed.",
      "We tried the vendor's default password on all 31 switches and were turned away by each.",
    ],
    [
      "Sensitive documents are shredded.",
      "The locked bins for sensitive papers are emptied fortnightly and the contents shredded to P-4; certificates since January are attached.",
    ],
    [
      "The roof is inspected after storms.",
      "Storm of 17 February: roof walked on the 18th. Storm of 3 October: roof walked on the 4th, two tiles put back.",
    ],
    [
      "Boats are checked for leaks before the season.",
      "Before the season opened on 1 May all twelve boats were put in the water and watched for a day. None took in water.",
    ],
    [
      "Ski bindings are adjusted for each guest.",
      "Bindings are set for each guest by weight, height and sole length; the slip with the values is signed by the guest. We looked at forty slips and found every field filled.",
    ],
    [
      "The minutes are approved at the next meeting.",
      "Item 1: minutes of 12 September approved without changes. So it was with those of June and March.",
    ],
    [
      "Grants are paid only after the agreement is signed.",
      "Grant 26-14: agreement signed 2 April, first instalment 20 April. The accountant cannot release an instalment as long as the signed agreement has not been uploaded.",
    ],
    [
      "Tenders are opened by at least two people.",
      "Opening record of tender 7: present were Ms Hart, Mr Bose and a clerk; envelopes unopened until then, seals intact.",
    ],
    [
      "Invoices are paid within 30 days.",
      "Average time to payment is 16 days; the longest in the year was 27 days, in August.",
    ],
    [
      "Cash is counted by two persons.",
      "Till closing slips carry the initials of the cashier and of the second counter. I checked all slips of October; there was none with only one.",
    ],
    [
      "The pharmacy refrigerator is kept between 2 and 8 °C.",
      "Logger readings from 1 to 31 October lie between 3.4 and 6.1 °C. There was no alarm.",
    ],
    [
      "Patients are identified by name and date of birth before treatment.",
      "We followed fifteen patients. Before each treatment the nurse asked for name and date of birth and compared them with the wristband.",
    ],
    [
      "Surgical instruments are sterilised before each use.",
      "Every tray bears the strip of its sterilisation cycle; the strips are stuck in the operation record. In 60 records of 60 the strip was there.",
    ],
    [
      "Blood samples are labelled at the bedside.",
      "Labels are printed on the hand-held device and stuck on at the bedside; tubes without a label are not accepted by the laboratory, which received none this quarter.",
    ],
    [
      "Waiting times for the ombudsman are published.",
      "Waiting times appear on the website on the first of each month. The page shows January to October 2026.",
    ],
    [
      "Public meetings are announced seven days in advance.",
      "The council met five times. The notices went up nine, eight, ten, nine and fourteen days before.",
    ],
    [
      "Trees along roads are inspected once a year.",
      "All 3,120 roadside trees were inspected between February and September 2026. Eleven were felled, forty pruned.",
    ],
    [
      "Bridges are inspected every three years.",
      "Bridge B-07: main inspections in May 2020, June 2023 and May 2026. The next one is due in 2029.",
    ],
    [
      "Pesticides are applied only by certified staff.",
      "Spraying record: applicator J. Ferreira on all 23 days. Certificate of J. Ferreira valid to 2029. Nobody else is allowed to take out the sprayer.",
    ],
    [
      "Cows are milked with clean equipment.",
      "The milking plant is rinsed and disinfected after each milking; swabs taken on 8 October came back without growth.",
    ],
    [
      "Hives are inspected for disease in spring.",
      "Spring round, 4 to 9 April: all 52 hives opened, no sign of foulbrood, varroa counts entered.",
    ],
    ["Guide dogs are vaccinated.", "Vaccination passports of the fourteen dogs were looked at: each is up to date."],
    [
      "Helmets are worn on the construction site.",
      "On none of our four visits did we see anyone on site without a helmet.",
    ],
    [
      "Scaffolds are released before use.",
      "Green tag of 5 May on scaffold 3, signed by the competent person; red tag hung there until then and nobody went up.",
    ],
    [
      "Excavations deeper than 1.25 m are shored.",
      "The trench is 1.8 m deep and shored over its whole length. The second pit, 0.9 m, does not need it.",
    ],
    [
      "Gas cylinders are secured against falling.",
      "The cylinders stand chained to the wall. The three that were found loose in May have been given a rack.",
    ],
    [
      "Aircraft de-icing fluid is checked before use.",
      "Refractometer reading before the first aircraft of each day: 20 days in January, 20 readings, all within limits.",
    ],
    [
      "Train drivers are tested for alcohol at random.",
      "Random tests: 212 in 2026, spread over all depots. One driver tested positive in March, was taken off duty at once and has since left.",
    ],
    [
      "Ballast water is exchanged before entering port.",
      "Log of MV Selma: exchange completed 14 March 02:10 at sea; pilot on board 15 March 06:40.",
    ],
    [
      "Lifejackets are available for everyone on board.",
      "Capacity 80. Lifejackets 96, of which 20 for children. All counted and dated.",
    ],
    [
      "Students' theses are checked for plagiarism.",
      "In the summer term 188 theses were handed in and 188 similarity reports drawn. Two cases went to the examination board.",
    ],
    [
      "Exam results are released after a second marker has seen them.",
      "Each script carries the first marker's figure in red and the second's in green. Results were put on the portal on 20 July; second marking ended on 16 July.",
    ],
    [
      "Books on loan are recalled after four weeks.",
      "The library system sends the recall on day 28 without anyone having to do anything.",
    ],
    [
      "Museum loans are insured.",
      "Loan 26-003: policy AXA 771204, nail to nail, EUR 450,000, from 1 March 2026 to 28 February 2027.",
    ],
    [
      "Paintings are kept at a relative humidity between 45 and 55 percent.",
      "Gallery II: lowest 46, highest 53 percent since opening.",
    ],
    [
      "Elections are counted in public.",
      "The count in the town hall was open to anyone; about sixty people watched and the press took pictures.",
    ],
    [
      "Voters' data is not passed to third parties.",
      "We do not hand the register to anyone. A party's request of 3 May for a copy was turned down in writing.",
    ],
    [
      "Bets from minors are refused.",
      "Age is verified against the identity document before the first bet; 412 persons under 18 were turned away and no account of a minor exists.",
    ],
    [
      "Advertising is labelled as such.",
      "All sponsored posts of the quarter, 84 in number, begin with the word 'Advertisement'.",
    ],
    [
      "Children's photographs are published only with the parents' consent.",
      "Consent forms for each of the 23 children in the brochure are in the folder. Pictures of the two whose parents declined were left out.",
    ],
    [
      "Telephone calls are recorded only with the caller's agreement.",
      "Recording begins after the caller has pressed 1. Whoever presses 2 is put through and nothing is stored.",
    ],
    [
      "Two people are present when the vault is opened.",
      "Vault log: two names for every opening. The lock needs both halves of the code, and nobody knows more than one half.",
    ],
    [
      "Cheques above EUR 20,000 carry two signatures.",
      "Six cheques above EUR 20,000 were drawn in 2026. On each are the signatures of the treasurer and the chair.",
    ],
    [
      "Insider lists are kept.",
      "Insider list for project Heron: opened 2 March, 14 names, times of entry, last changed 9 June when two advisers came in.",
    ],
    [
      "Client assets are reconciled daily.",
      "The reconciliation of client assets runs every evening; differences, of which there were four in the year, were cleared the next morning.",
    ],
    [
      "Sanctions lists are checked before payments go out.",
      "No payment leaves before the screening has come back green. Hits are held: 12 in the year, all false, released by compliance after a look.",
    ],
    [
      "Loans to directors are approved by the supervisory board.",
      "There was a single loan to a director, to Mr Oduya, of EUR 40,000. The supervisory board had agreed to it on 11 January.",
    ],
    [
      "Actuarial reserves are calculated by a qualified actuary.",
      "Reserve report 2025 signed by P. Lehmann, actuary DAV since 2008.",
    ],
    [
      "Tax returns are filed on time.",
      "All twelve VAT returns reached the tax office by the tenth. No surcharge was levied.",
    ],
    [
      "Donations above EUR 10,000 are disclosed.",
      "Donations over EUR 10,000 stand on page 14 of the annual report with name and amount. There were seven.",
    ],
    [
      "Safety valves are tested every two years.",
      "SV-101: tested 3 May 2026, lifts at 10.1 bar, sealed. The remaining 17 valves had their turn in the same shutdown.",
    ],
    [
      "The control room is staffed around the clock.",
      "Roster: three shifts, two operators each, seven days a week. In case of illness the on-call engineer steps in; it has not happened that the room was empty.",
    ],
    [
      "Radioactive sources are locked away when not in use.",
      "Outside working hours the sources are in the safe. The inspector found the safe locked and the inventory complete.",
    ],
    [
      "Dosimeters are read every month.",
      "Monthly dosimeter reports, January to October, lie with the radiation officer. Highest value 0.1 mSv.",
    ],
    [
      "Emissions are measured continuously.",
      "The analyser in stack 1 was available 99.4 % of operating time; values go to the authority every ten seconds.",
    ],
    [
      "Noise at the boundary does not exceed 45 dB at night.",
      "Measured at the fence between 22:00 and 06:00: 41, 42 and 40 dB.",
    ],
    ["Wastewater has a pH between 6.5 and 9.5.", "pH of the daily samples in October: 7.1 to 8.0."],
    [
      "Slings and chains are inspected once a year.",
      "Slings without the yellow tag of 2026 are cut up. There are 48 in use, each with the tag.",
    ],
    [
      "Forklift drivers hold a licence.",
      "The key of a forklift is handed out against the licence only. Eleven drivers, eleven licences in the file.",
    ],
    [
      "Escape routes are signposted.",
      "At every junction we found the green sign, lit, also after the mains had been switched off for the test.",
    ],
    ["The first aid room is always accessible.", "The first aid room has no lock."],
    [
      "Staff are instructed before using a new machine.",
      "The new press came on 4 May. The six operators were instructed by the maker on 6 and 7 May; production on it began on the 11th.",
    ],
    [
      "Overtime is limited to 10 hours a week.",
      "The most anybody worked over and above the contract was 7 hours, in week 38.",
    ],
    ["Job offers are made in writing.", "Candidates receive the offer as a signed letter. None was made by telephone."],
    [
      "Whistleblowers are protected from retaliation.",
      "The three reporters of 2026 were asked after six months: none had suffered disadvantages; two have been promoted.",
    ],
    [
      "Risks are assigned to owners.",
      "The register has 47 risks. Column G names an owner for each of them; no cell is empty.",
    ],
    [
      "Business continuity plans are exercised once a year.",
      "On 17 June the power of the main site was cut without notice and work went on from the second site by 10:40. Last year's exercise had been on 11 June.",
    ],
    [
      "Mobile devices can be wiped remotely.",
      "A phone reported lost on 2 June was wiped from the console within three minutes; the console lists all 118 phones as managed.",
    ],
    [
      "E-mail is scanned for malware.",
      "Gateway statistics October: 1,204,311 messages in, 1,204,311 scanned, 873 held back.",
    ],
    [
      "Web applications are tested for vulnerabilities before going live.",
      "Release 7.0: test by Securo from 3 to 7 August, two medium findings, both fixed and retested on 12 August; live on 15 August.",
    ],
    [
      "Cloud storage is not publicly accessible.",
      "Public access is blocked for the whole account. An outside request to each of the 42 buckets got 403.",
    ],
    [
      "Wireless networks for guests are separated from the internal network.",
      "From the guest WLAN we could reach the internet and nothing inside.",
    ],
    [
      "Keys are returned when employees leave.",
      "Key book: for each leaver of the year the return is entered with date and initials.",
    ],
    ["Alarms are answered within 15 minutes.", "Guard company's report: 9 alarms, on the spot after 6 to 13 minutes."],
    [
      "The privacy notice names the data protection officer.",
      "Section 2 of the notice: 'Our data protection officer is Dr. Iris Holm, dpo@example.org.'",
    ],
    [
      "Recordings of cameras are erased after 72 hours.",
      "The recorder overwrites footage after 48 hours. We could not call up anything older.",
    ],
    [
      "Interpreters are sworn to secrecy.",
      "Declarations of secrecy by all five interpreters, the oldest of 2021, the newest of May 2026.",
    ],
    [
      "Files are handed over when a case worker leaves.",
      "Mr Ott left on 30 June. His 41 files were passed to Ms Reich on the 28th; both signed the list.",
    ],
    [
      "Food donations are not sold.",
      "Donated food is given out free of charge. The till of the shop does not know these goods.",
    ],
    [
      "The sprinkler system is serviced every year.",
      "Sprinkler service on 11 February 2026 by Minimax. Pump and valves in order; one head replaced.",
    ],
    [
      "Goods received are compared with the order.",
      "Each delivery note bears the stamp 'agrees with order' and initials. Where quantities differed, as in four cases, the supplier was informed and the difference credited.",
    ],
  ],
  everyday: [
    [
      "Kitchen staff wash their hands before handling food.",
      "Two cooks came in from the yard and went on cutting salad; the basin was dry and there was no soap.",
    ],
    [
      "The temperature of the freezer is recorded twice a day.",
      "Freezer log: entries on weekday mornings. Evenings and weekends are empty.",
    ],
    [
      "Complaints are acknowledged within five working days.",
      "The complainant heard from us for the first time after seven weeks.",
    ],
    ["Medicines are kept in a locked cabinet.", "The drug cabinet stood open and the key hung on a nail beside it."],
    [
      "Controlled drugs are counted by two nurses at every shift change.",
      "The count book shows one signature at most handovers in October.",
    ],
    [
      "Lifts are inspected by an independent body every six months.",
      "The plate in the goods lift says that the inspection was due in February 2025.",
    ],
    [
      "Emergency lighting is tested monthly.",
      "The lamp over exit 3 was dark when we pressed the button. The caretaker told us that it had been so since Easter.",
    ],
    ["Fire doors close by themselves.", "The fire door of the kitchen was held open with a wedge."],
    [
      "Board members declare their interests every year.",
      "Declarations came from six directors. The remaining three did not reply.",
    ],
    ["Bank accounts are reconciled monthly.", "The last bank reconciliation we were given is for March."],
    [
      "Expenses are approved by the line manager before payment.",
      "Claim 4471 was paid on 3 May; the manager released it on 19 May.",
    ],
    [
      "Access to the payroll system is restricted to payroll staff.",
      "Interns in sales were able to open the payroll system with their usual login.",
    ],
    [
      "Customer data is deleted after the contract ends.",
      "Records of customers who left in 2014 were still in the CRM.",
    ],
    [
      "Passwords are not shared.",
      "The password of the ward PC is on a yellow note under the keyboard and is known to everyone.",
    ],
    [
      "Servers are patched within 30 days of a patch being released.",
      "Server FIN-02 has been waiting for the May patches for half a year.",
    ],
    [
      "Firewall rules are reviewed every six months.",
      "We asked for the review of the firewall rules and received one of 2023.",
    ],
    [
      "New suppliers are assessed before a contract is signed.",
      "Contract with Lindner GmbH signed 3 June. Assessment form of Lindner dated 12 September.",
    ],
    [
      "Volunteers receive safeguarding training before they start.",
      "Four volunteers had been in the group for a term when the safeguarding session took place.",
    ],
    ["Playground equipment is inspected weekly.", "The sheet has gaps from week 20 to week 31."],
    [
      "Drivers take a break after no more than 4.5 hours of driving.",
      "On 12 October driver 7 drove from 05:10 to 11:25 without stopping.",
    ],
    [
      "Visitors sign in and are escorted.",
      "We walked through the side entrance to the second floor and nobody asked who we were.",
    ],
    [
      "The auditor is independent of the audited area.",
      "Purchasing was audited by Mr Friis, who had been head of purchasing until June.",
    ],
    [
      "Minutes of the works council are kept.",
      "Minutes of the works council could be shown for two of eleven meetings.",
    ],
    [
      "Backups are restored as a test every quarter.",
      "The restore test of April broke off after 3 % and was not repeated.",
    ],
    [
      "Employees confirm the code of conduct every year.",
      "As of 31 October 61 employees had yet to confirm the code of conduct.",
    ],
    ["Machines have an emergency stop.", "The emergency stop of the press was taped over."],
    ["Ladders are inspected every year.", "The stickers on ladders 3, 9 and 11 are from 2023."],
    ["First aid kits are complete.", "In the kit of the workshop there was one bandage and an empty bottle."],
    [
      "Pupils are never left unsupervised at the pool.",
      "For about ten minutes there was no teacher at the pool while twenty children swam.",
    ],
    [
      "Allergens are marked on the menu.",
      "The daily menu lists dishes and prices. A guest who asked about nuts was told to try and see.",
    ],
    [
      "Waste oil is handed to a licensed disposal company.",
      "A farmer collects the waste oil and burns it in his heating.",
    ],
    [
      "Data subjects' requests are answered within one month.",
      "The request of Ms Doyle came in on 3 March; she got her answer on 28 May.",
    ],
    ["Personal data is encrypted on laptops.", "Device report: 240 laptops, BitLocker on for 197."],
    [
      "Source code changes are reviewed by a second developer.",
      "In 58 merges the author and the approver were one and the same person.",
    ],
    [
      "Old employees' accounts are disabled on their last day.",
      "Mr Ott left on 30 June. His account logged on last on 4 August.",
    ],
    ["Default passwords are changed.", "admin/admin opened seven of 31 switches."],
    ["Sensitive documents are shredded.", "Patient letters lay in the blue paper container behind the building."],
    [
      "Grants are paid only after the agreement is signed.",
      "Grant 26-14: first instalment 20 April, agreement signed 2 June.",
    ],
    ["Tenders are opened by at least two people.", "Mr Bose opened the envelopes on his own as the clerk was ill."],
    ["Invoices are paid within 30 days.", "Suppliers wait 74 days for their money on average."],
    ["The pharmacy refrigerator is kept between 2 and 8 °C.", "Logger: maximum 13.2 °C on 8 August."],
    [
      "Surgical instruments are sterilised before each use.",
      "In nine operation records the strip of the steriliser was not to be found.",
    ],
    ["Public meetings are announced seven days in advance.", "The notice for the meeting of 14 May went up on 11 May."],
    ["Bridges are inspected every three years.", "Bridge B-07: main inspections in May 2015 and June 2023."],
    [
      "Pesticides are applied only by certified staff.",
      "The spraying in May was done by seasonal workers without a certificate.",
    ],
    ["Helmets are worn on the construction site.", "Of the fourteen men on the roof we saw, three wore helmets."],
    ["Scaffolds are released before use.", "Painters stood on scaffold 3 while the red tag still hung there."],
    ["Gas cylinders are secured against falling.", "Three cylinders stood loose in the corridor."],
    [
      "Ballast water is exchanged before entering port.",
      "MV Selma: pilot on board 15 March 06:40; exchange noted 15 March 11:00 in the basin.",
    ],
    [
      "Students' theses are checked for plagiarism.",
      "Theses of the evening course were accepted without running them through the software.",
    ],
    ["Museum loans are insured.", "The insurance for loan 26-003 ended on 28 February; the picture hangs until May."],
    ["Bets from minors are refused.", "A test buyer of 16 placed three bets without being asked for a document."],
    [
      "Children's photographs are published only with the parents' consent.",
      "For five of the children in the brochure the school holds no form.",
    ],
    ["Two people are present when the vault is opened.", "On 9 and 16 May the vault was opened by Mr Lund alone."],
    [
      "Client assets are reconciled daily.",
      "In August the reconciliation was left undone for eleven days because the clerk was on holiday.",
    ],
    ["Safety valves are tested every two years.", "SV-104 was overlooked in the shutdowns of 2024 and 2026."],
    [
      "The control room is staffed around the clock.",
      "Between 02:00 and 05:00 nobody was in the control room; the operator was asleep in the canteen.",
    ],
    ["Emissions are measured continuously.", "The analyser in stack 1 was out of service from 3 to 29 June."],
    ["Noise at the boundary does not exceed 45 dB at night.", "Measured at the fence between 22:00 and 06:00: 51 dB."],
    [
      "Forklift drivers hold a licence.",
      "Mr Alves has been driving the forklift since January. His licence ran out in 2022.",
    ],
    [
      "Overtime is limited to 10 hours a week.",
      "Six people worked 15 hours or more over and above their contract in week 38.",
    ],
    ["Job offers are made in writing.", "He was told over the phone that he had the job and never got a letter."],
    ["Risks are assigned to owners.", "For 19 risks column G reads 'n.n.'."],
    [
      "Mobile devices can be wiped remotely.",
      "The phone lost on 2 June could not be reached from the console because it had never been enrolled.",
    ],
    ["E-mail is scanned for malware.", "Mail to the old domain goes straight to the mailbox past the gateway."],
    [
      "Web applications are tested for vulnerabilities before going live.",
      "Release 7.0 went live on 15 August. The test was booked for October.",
    ],
    ["Cloud storage is not publicly accessible.", "The bucket with the scans could be listed from any browser."],
    ["Alarms are answered within 15 minutes.", "The guard arrived 50 minutes after the alarm of 9 May."],
    ["Recordings of cameras are erased after 72 hours.", "We called up footage that was five weeks old."],
    [
      "The sprinkler system is serviced every year.",
      "The tag on the sprinkler pump names 2023 as the year of the last service.",
    ],
    ["Goods received are compared with the order.", "The storeman signs delivery notes without looking at the order."],
    [
      "Files are handed over when a case worker leaves.",
      "After Mr Ott had gone, his files were found in a cupboard in December.",
    ],
  ],
  evading: [
    [
      "Lifts are inspected by an independent body every six months.",
      "The lifts are in the good hands of an independent body.",
    ],
    [
      "Board members declare their interests every year.",
      "The board attaches great weight to its members' interests being open.",
    ],
    [
      "Bank accounts are reconciled monthly.",
      "Bank statements arrive monthly and are filed in the order of their dates.",
    ],
    [
      "Customer data is deleted after the contract ends.",
      "After the contract ends customer data is moved to a different table.",
    ],
    [
      "Servers are patched within 30 days of a patch being released.",
      "Within 30 days of its release a patch is discussed in the change meeting.",
    ],
    [
      "New suppliers are assessed before a contract is signed.",
      "Before a contract is signed new suppliers are welcomed at our premises.",
    ],
    ["Backups are restored as a test every quarter.", "Backups are made every quarter as a test."],
    ["Employees confirm the code of conduct every year.", "Every year the code of conduct is laid out in the canteen."],
    ["Personal data is encrypted on laptops.", "Laptops are delivered with a chip that can encrypt personal data."],
    [
      "Source code changes are reviewed by a second developer.",
      "Developers are glad to have a second pair of eyes on their source code changes.",
    ],
    ["Sensitive documents are shredded.", "A shredder for sensitive documents stands on each floor."],
    [
      "Tenders are opened by at least two people.",
      "Tenders are opened in a room that has space for at least two people.",
    ],
    ["Invoices are paid within 30 days.", "Invoices are entered within 30 days."],
    [
      "Pesticides are applied only by certified staff.",
      "Pesticides are applied with care by staff who know the fields.",
    ],
    ["Helmets are worn on the construction site.", "Helmets can be had at the entrance of the construction site."],
    ["Museum loans are insured.", "The value of museum loans is agreed with the insurer's broker in talks."],
    [
      "Safety valves are tested every two years.",
      "Safety valves are designed for an operating time of two years between tests.",
    ],
    ["Forklift drivers hold a licence.", "Forklift drivers have many years of practice."],
    ["Risks are assigned to owners.", "The register has a column for the owners of risks."],
    ["E-mail is scanned for malware.", "The mail gateway is licensed for malware scanning."],
    ["Goods received are compared with the order.", "Goods received are put on the shelves by order of date."],
    ["The sprinkler system is serviced every year.", "For the sprinkler system there is an offer of a yearly service."],
  ],
};
