/** Measures that are a program of their own, with arguments of their own. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  captures: () => import("./captures/print-captures.ts"),
  chunks: () => import("./chunks/print-chunks.ts"),
  "offline-meaning": () => import("./offline-meaning/print-offline-meaning.ts"),
  pages: () => import("./pages/print-pages.ts"),
  reading: () => import("./reading/print-reading.ts"),
  pictures: () => import("./pictures/print-pictures.ts"),
  scans: () => import("./pictures/print-scans.ts"),
};

await start();

async function start(): Promise<void> {
  const program = PROGRAMS[process.argv[2] ?? ""];
  if (program) process.argv.splice(2, 1);
  await (program ?? (() => import("./measure.ts")))();
}

export {};
