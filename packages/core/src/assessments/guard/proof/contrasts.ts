import type { Requirement } from "@assay/language/requirement";

/**
 * Kinds of one thing, a line each, `/` between them and `,` between words for one kind. Who asks for one kind is not
 * answered by a statement on another alone.
 */
const KINDS = `
stored,storage,at rest,saved,database,databases,disk,disks,archive / in transit,transmitted,transmission,in motion,over the network,sent
penetration,pen test,pentest,ethical / vulnerability scan,vulnerability scanner,vulnerability scans,scanned,scanner
external,outside,independent,third-party,from outside / internal,in-house,inside
remote,remotely,vpn,from home,outside the office / on site,on-site,local,corporate,in the office,office,intranet
production,live / test,staging,uat,development,sandbox,corporate
inbound,incoming / outbound,outgoing
laptop,laptops,notebook,notebooks,portable / desktop,desktops,servers,phones,tablets,printers
server,servers / laptop,laptops,workstations,phones
security,secure,privacy,confidentiality / price,prices,cost,costs,delivery,quality,colour,design
contractors,contractor,temporary,agency / employees,permanent staff
visitors,visitor,guests / employees,staff
drinking / waste,cooling,rain
paper / electronic,digital
front / rear,back
indoor,indoors / outdoor,outdoors
hot / cold
raw / cooked
import,imported,imports / export,exported,exports
purchase,purchases / sales,sale
debit / credit
summer / winter
adults,adult / children,child
written,in writing / verbal,verbally,oral,orally,by word of mouth
restore,restored,restoring,recovery,recovered / replicated,replica,replication
annual accounts,accounts / budget,forecast
gas / electricity,water
fire / flood,burglar,intruder
`
  .trim()
  .split("\n")
  .map((line) => line.split(" / ").map((kind) => new RegExp(`\\b(?:${kind.trim().split(",").join("|")})\\b`)));

/** Whether a text speaks of another kind than the one that is asked for, and of that one not at all. */
export function isOfOtherKind(folded: string, { folded: asked }: Requirement): boolean {
  return KINDS.some((kinds) => {
    const wanted = kinds.filter((kind) => kind.test(asked));
    if (wanted.length !== 1 || wanted[0]!.test(folded)) return false;
    return kinds.some((kind) => kind !== wanted[0] && kind.test(folded));
  });
}
