export { createKeyWrapper } from "./create-key-wrapper.ts";
export { firstWrapper } from "./first-wrapper.ts";
