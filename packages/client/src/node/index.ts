export { fileFromPath } from "./file-from-path.ts";
