/** What a receiver does with the secret. */
export function SecretUse() {
  return (
    <div className="flex flex-col gap-1.5">
      <p>Store it with the receiver's secrets. It verifies that a message comes from here and is new:</p>
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs">
        {`import { verifyWebhook } from "@assay/client/webhooks";
const event = await verifyWebhook(body, headers, secret);`}
      </pre>
      <p className="text-muted">Libraries of Standard Webhooks verify it in other languages.</p>
    </div>
  );
}
