// Ends with 0 while the process serves. Not /readyz: a part that is away is not fixed by a restart of this process.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8787}/healthz`, {
  signal: AbortSignal.timeout(5000),
}).catch((error) => ({ ok: false, status: error.message }));
if (!answer.ok) {
  console.error(`Not up: ${answer.status}`);
  process.exitCode = 1;
}
