export { type ChildPool, createChildPool } from "./child-pool.ts";
export { forkConfined } from "./fork-confined.ts";
export { holdProcess } from "./hold-process.ts";
export { createWorkMeter } from "./read-processor-time.ts";
export { readResidentMemoryMb } from "./read-resident-memory.ts";
export { type ConfinedChild, startConfinedChild } from "./start-confined-child.ts";
export { watchParentProcess } from "./watch-parent-process.ts";
