import { existsSync, readFileSync } from "node:fs";

// Loaded into a process under test before everything else: its clock is off by the milliseconds in the file
// TEST_CLOCK_SHIFT, from the moment that the file is there.
const { TEST_CLOCK_SHIFT } = process.env;
if (!TEST_CLOCK_SHIFT) throw new Error("Cannot shift the clock without TEST_CLOCK_SHIFT");
const file: string = TEST_CLOCK_SHIFT;

const RealDate = Date;
const now = () => RealDate.now() + (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0);

globalThis.Date = new Proxy(RealDate, {
  construct: (_, given: []) => (given.length > 0 ? new RealDate(...given) : new RealDate(now())),
  get: (_, key) => (key === "now" ? now : Reflect.get(RealDate, key)),
});
