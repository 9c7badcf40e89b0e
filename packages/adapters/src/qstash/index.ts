export { checkQstash, type QstashExpectations } from "./check-qstash.ts";
export {
  type CallbackVerifier,
  type CallbackVerifierOptions,
  createCallbackVerifier,
} from "./create-callback-verifier.ts";
export { createQstashDispatcher, type QstashDispatcherOptions } from "./create-qstash-dispatcher.ts";
export { QSTASH_URL, type QstashAccount } from "./qstash-client.ts";
export { putSweepSchedule, removeSweepSchedule, type SweepSchedule } from "./sweep-schedule.ts";
