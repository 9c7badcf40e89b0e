import { stemWord } from "@assay/core/runs/lexical";

const WORDS = `ability accordance achieve action activity address adequate applicable apply approach appropriate area
  aspect assess assessment assign assurance attachment audit basis business capability carry case category chapter clause
  clear common company compliance comply component conduct consider consist contain content context continual control
  coordinate cover create criteria criterion current define demonstrate department describe description detail determine
  develop direct document documentation effective element enable enforce ensure entity environment establish evaluate
  evidence example execute exist expect external feature follow formal framework function general goal govern governance
  group guidance guideline handle help identify impact implement implementation important improve include individual
  information input instruction intend interest internal issue item key level line list maintain maintenance manage
  management mandatory manner matter measure mechanism method minimum monitor necessary need norm note number objective
  obligation operate operation order organization organizational output overall owner page paragraph part party perform
  period person place plan point policy position practice prepare present principle procedure process produce programme
  project proper protect protection provide provision purpose quality range reason record recommend reference regard
  regular regulation relate relevant require requirement resource respect respective responsibility responsible result
  role rule safeguard scope section secure security service set specific stage stakeholder standard state statement step
  structure subject suitable support system table take task team technical technique term title topic type undertake unit
  valid various version work`.split(/\s+/);

/** Stems of the words that nearly every text on compliance has: a match on them says little. */
export const GENERIC_TERMS: ReadonlySet<string> = new Set(WORDS.map(stemWord));
