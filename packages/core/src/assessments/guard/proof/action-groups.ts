import { readTerms } from "@assay/language/text";

/**
 * What organisations do, each line with the words that say the same: where a requirement names one, a statement that
 * proves it names one of the same line. A word may stand in several.
 */
const ACTIONS = `
review reviewed reviewing recheck check checked inspect inspection audit verify verification verified attest recertify recertification reconcile reconciliation assess assessment examine examination evaluate evaluation revisit appraise appraisal analyse analysis analyze scrutinise confirm confirmed walkthrough validated validation walked
inspect inspection inspected check checked examine examination survey audit visit test surveyor certificate inspector walk round look
approve approval approved authorise authorize authorisation authorization sign signed signature countersign endorse consent permission permit grant ratify adopt agree agreed released clear clearance green-light decision decide resolve resolved accept accepted minute
test tested testing exercise exercised drill rehearse rehearsal simulate simulation try tabletop restore restored failover failed-over check trial attack run practise practice scenario evacuated evacuation proved
penetration pentest attack attacker ethical hacker hack red-team intrusion pen
train training trained course instruct instruction teach taught brief briefing educate education learn e-learning awareness lesson class module seminar workshop induction refresher drill exam pass
encrypt encryption encrypted cipher aes tls bitlocker filevault luks kms pgp gpg https cryptograph crypto ssl ipsec cryptographic vpn sftp ssh storageencrypted dm-crypt
hash hashed salted bcrypt argon2 scrypt pbkdf2
delete deletion deleted erase erased erasure destroy destroyed destruction shred shredded wipe wiped purge purged remove removed dispose disposal sanitise sanitize sanitized sanitised sanitisation overwrite overwritten discard discarded incinerate pulp degauss anonymise anonymize scrap cleared drop expire
revoke revoked revocation disable disabled deactivate deactivated withdraw withdrawn remove removed delete deleted close closed terminate terminated block blocked suspend suspended lock locked cancel lose lost end ends
file filed filing submit submitted lodge lodged reach reached arrive arrived sent send return returned
swear sworn oath pledge pledged
adjust adjusted adjustment set fit fitted tune tuned align aligned
staff staffed manned crew roster rota shift duty attendant
recall recalled reminder remind reminded
return returned handed received collected given
report reported reporting notify notified notification inform informed tell told alert disclose escalate announce announced letter letters mail call called communicate message write written ring rang phone submit submitted raise raised notice publish published
log logged logging record recorded recording register registered registration book entry enter entered document documented journal note noted list listed track tracked trail sheet file filed write written protocol minute minuted sign signed stamped scan scanned
keep kept retain retained retention store stored storage hold held preserve archive archived archiving save saved stay remain remains maintain maintained file filed lock locked
install installed installation apply applied patch patched patching deploy deployed update updated upgrade upgraded roll fit fitted mount mounted put build rebooted
lock locked lock-out lockout key keyed bolt bolted latch latched padlock padlocked closed shut secure secured safe signed-out logged-out timeout blocked deny screensaver
block blocked deny denied refuse refused reject rejected prevent prevented forbid prohibit disallow drop dropped filter filtered disable disabled stop stopped
restrict restricted restriction limit limited confine confined allow allowed permit permitted reserve reserved least need-to-know only authorised authorized control controlled deny denied
separate separated separation segregate segregated segregation isolate isolated segment segmented segmentation partition split distinct apart vlan dmz firewall firewalled unreachable route between different own second
monitor monitored monitoring watch watched observe survey surveillance detect detection track supervise supervised check checked alert siem record recorded recording measured measurement camera reading
supervise supervised supervision attend attended watch watched lifeguard present accompany oversee overseen duty
backup copy copies copied dump dumped snapshot replicate replicated saved veeam pg_dump
appoint appointed appointment designate designated name named nominate nominated assign assigned elect elected
identify identified identification determine determined list listed find record recorded considered
rotate rotated rotation change changed replace replaced replacement renew renewed swap swapped reset exchange exchanged rekey
change changed replace replaced set reset alter altered rotate exchange exchanged
escort escorted accompany accompanied guide guided meet met attend attended with
calibrate calibrated calibration adjust adjusted gauge certificate laboratory traceable verified
clean cleaned cleaning disinfect disinfected wash washed wipe wiped sweep swept mop mopped rinse rinsed sanitise descale
answer answered reply replied respond responded response deal handle handled resolve resolved settle settled sent
scan scanned scanning scanner sweep sweeps probe nessus qualys
vet vetted screen screened screening check checked background clearance verify verified verification reference references record
sign signed signing signature signatories countersign executed execution entered into agreement contract
segregate segregated divide four-eyes second
label labelled labeled labelling mark marked marking tag tagged sticker plate
weigh weighed weight scales scale
count counted counting inventory stocktake tally stocktaking
update updated current latest refresh refreshed renew renewed revise revised revision upgraded amended version
publish published publication issue issued post posted release released display displayed website
meet meets met meeting convene convened session sit minutes
classify classified classification label labelled level grade
service serviced servicing maintain maintained maintenance repair overhaul overhauled inspected engineer
rehearse rehearsed exercise drill practise run
investigate investigated investigation analyse analysed enquire inquiry look root cause examined
recover recovered recovery restore restored back running resume resumed failed-over failover available
assess assessed assessment evaluate evaluated evaluation rate rated rating score review reviewed analyse analysed check checked considered audit appraise questionnaire screened
insure insured insurance cover covered policy
wear worn wears wearing dress badge badges
pay paid payment settle settled remit transfer transferred
freeze frozen freezer deep-frozen
refrigerate refrigerated fridge cool cooled chilled cold
measure measured measurement measuring read reading readings gauge take taken tested
sample sampled sampling test tested analysed analysis laboratory
inform informed information tell told notice notified explain explained
evacuate evacuated evacuation drill
vaccinate vaccinated vaccination inoculated immunised immunized jab
mask masked masking anonymise anonymised pseudonymise pseudonymised scramble scrambled synthetic tokenise replaced
prohibit prohibited forbid forbidden ban banned disallow block not never no
authenticate authentication mfa 2fa factor token otp fido yubikey passkey totp
sort sorted separate separated bin bins recycling
ventilate ventilated ventilation air
fence fenced fencing barrier guard guarded rail railing
tidy stack stacked store stored
consent consented permission agree agreed signed
collect collected collection gather gathered receive received fill fills filled
reconcile reconciled reconciliation match matched compare compared tie agreed balance balanced
minimise minimised minimize reduce reduced limit limited
patrol patrolled patrols guard round rounds
`;
/** The same thing by another name. */
const THINGS = `
laptop notebook macbook device endpoint
endpoint workstation laptop desktop client computer machine server
employee staff personnel worker workforce colleague people
leaver departed leave left termination terminated exit last departing depart resigned
supplier vendor provider subcontractor contractor third-party hosting
password passphrase passcode credential pin
backup copy dump snapshot
audit log trail
ephi phi patient health medical clinical
cardholder card pan
breach incident
media disk disks drive drives usb tape hdd ssd
patch update fix cve hotfix
firewall ruleset rule acl
malware virus anti-malware antivirus anti-virus defender edr
visitor guest caller
pupil student child children
vehicle lorry truck van bus car
customer client
candidate applicant hire starter joiner recruit
agreement contract nda baa deed
plan plans concept drill scenario playbook
inventory cmdb register list asset
`;

/** Forms of one verb that a stemmer does not bring together. */
const FORMS = `
buy bought purchase purchased procure procured
hold held
keep kept
meet met
teach taught
send sent
build built
make made
write wrote written
give gave given hand handed issue issued
take took taken
wear wore worn
show shown
draw drew drawn
find found
tell told
pay paid
sell sold sale
run ran
leave left
lose lost loss
bring brought
choose chosen select selected
drive driven driver
know knew known
see saw seen
sweep swept
withdraw withdrew withdrawn
freeze froze frozen
steal stolen theft
break broke broken
speak spoke spoken
begin began begun start started
thesis theses
analysis analyses
crisis crises
put
lead led
feed fed
bind bound
wind wound
spend spent
lend lent
catch caught
read
cut
shut close closed
`;

type ConceptIndex = ReadonlyMap<string, readonly number[]>;
export const ACTION_GROUPS: ConceptIndex = indexOf(ACTIONS);
const THING_GROUPS: ConceptIndex = indexOf(THINGS);
const FORM_GROUPS: ConceptIndex = indexOf(FORMS);

function indexOf(lines: string): ConceptIndex {
  const index = new Map<string, number[]>();
  for (const [group, line] of lines.trim().split("\n").entries())
    for (const term of new Set(readTerms(line))) index.set(term, [...(index.get(term) ?? []), group]);
  return index;
}

/** Whether two terms name the same thing or act. */
export function isSameConcept(one: string, other: string): boolean {
  if (one === other) return true;
  return [ACTION_GROUPS, THING_GROUPS, FORM_GROUPS].some((groups) => {
    const of = groups.get(one);
    return of?.some((group) => groups.get(other)?.includes(group)) ?? false;
  });
}
