// Ends with 0 when the service can do its work.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8787}/readyz`, {
  signal: AbortSignal.timeout(5000),
}).catch((error) => ({ ok: false, status: error.message }));
if (!answer.ok) {
  console.error(`Not ready: ${answer.status}`);
  process.exitCode = 1;
}
