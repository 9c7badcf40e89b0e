/** Returns how many milliseconds of a processor `act` takes in this thread; what else the machine does is not in it. */
export async function threadMsOf(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
