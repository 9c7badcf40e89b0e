import { stemWord } from "@assay/language/words";

const WORDS =
  `accordance achieve action activity address adequate annual annually applicable apply approach appropriate area
  aspect assess assessment assign audit basis business clause clear common company compliance comply component
  conduct consider contain content context continual control cover create criteria criterion current daily day
  define demonstrate department describe description detail determine develop document documentation effective
  element enable enforce ensure entity environment establish evaluate evidence example exist feature follow
  formal function general goal govern governance group guidance guideline help hour identify implement
  implementation important improve include individual information instruction issue item key level line list
  maintain maintenance manage management mandatory manner measure mechanism method minimum minute monitor month
  monthly necessary need number objective obligation operate operation order organization overall owner page
  paragraph party perform period person place plan point policy practice prepare principle procedure process produce
  programme project protect protection provide provision purpose quality quarter quarterly recommend record
  reference regard regular regulation relate relevant require requirement resource respect respective responsibility
  responsible result role rule safeguard scope section secure security service set specific stakeholder standard
  state statement step subject suitable support system table task team technical technique term title topic type
  unit valid version week weekly work year`.split(/\s+/);

const GENERIC_STEMS: ReadonlySet<string> = new Set(WORDS.map(stemWord));

/** Whether a term is one that nearly every text on compliance has, or a bare number: a match on it says little. */
export function isGeneric(term: string): boolean {
  return GENERIC_STEMS.has(term) || /^\d/.test(term);
}
