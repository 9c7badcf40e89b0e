export { isNoContainer } from "../is-no-container.ts";
