export { openStateFile, readStateFile, type StateFile } from "./state-file.ts";
