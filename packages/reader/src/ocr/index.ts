export { createTextRecogniser } from "./create-text-recogniser.ts";
export type { TextRecogniserSettings } from "./settings.ts";
