const WITHIN_MS = 60_000;
const LOOK_MS = 200;

/** Attempts that began before may still write: waits until none is under way, and says so; or that time ran out. */
export async function waitForJobs(countJobs: () => Promise<number>, withinMs = WITHIN_MS): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    const running = await countJobs();
    if (running === 0) return console.log("No job is under way");
    if (Date.now() >= until)
      return console.log(`${running} jobs that began before are still under way: they write until they end`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
