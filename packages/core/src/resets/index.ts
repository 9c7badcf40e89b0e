export { askReset } from "./ask-reset.ts";
export { completeReset, exchangeReset } from "./complete-reset.ts";
export { confirmReset } from "./confirm-reset.ts";
export { listResets } from "./list-resets.ts";
export { startReset } from "./start-reset.ts";
export { withdrawReset } from "./withdraw-reset.ts";
