import { useSiteConfig } from "../app/use-site-config.ts";

/** How a program uses a key. */
export function KeyUse() {
  const config = useSiteConfig();
  return (
    <div className="flex flex-col gap-1.5">
      <p>Store it with the program's secrets. It goes into the Authorization header of each request:</p>
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs">
        curl -H &quot;Authorization: Bearer $ASSAY_KEY&quot; {config?.apiUrl ?? ""}/api/runs
      </pre>
    </div>
  );
}
