/** Divides suites into parts of about the same length. */
export function splitByTime(suites, count, secondsOf) {
  const parts = Array.from({ length: count }, () => ({ seconds: 0, suites: [] }));
  for (const suite of suites.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const least = parts.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.seconds += secondsOf(suite);
    least.suites.push(suite);
  }
  return parts.map(({ suites }) => suites);
}
