import { messageOf } from "@assay/site/error-panel";
import { formatBytes } from "@assay/site/format-bytes";
import { saveFile } from "@assay/site/save-file";
import { Button } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { clientsOf, useTenantId } from "../app/tenant.ts";
import { type FilterTexts, toAuditFilters } from "./filters.ts";

/** All that the filters match as a file, however long: it goes to the browser's disk while the service writes it. */
export function CsvButton({ filters, total }: { filters: FilterTexts; total: number }) {
  const tenantId = useTenantId();
  const [received, setReceived] = useState(0);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const download = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController();
      setReceived(0);
      const { signal } = stop.current;
      const response = await (await clientsOf(tenantId)).admin.audit.csv({ ...toAuditFilters(filters), signal });
      await saveFile(new Response(response.body?.pipeThrough(countBytes(setReceived))), `audit-${today()}.csv`);
    },
  });
  const failed = download.error && download.error.name !== "AbortError" ? messageOf(download.error) : null;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="text-xs empty:hidden">
        {download.isPending && `${formatBytes(received)} so far`}
      </p>
      <p role="alert" className="text-xs text-missing empty:hidden">
        {failed}
      </p>
      {download.isPending && <Button onClick={() => stop.current?.abort()}>Cancel</Button>}
      <Button
        icon={<Download size={14} aria-hidden />}
        busy={download.isPending}
        disabled={total === 0}
        onClick={() => download.mutate()}
      >
        Download as CSV
      </Button>
    </div>
  );
}

function countBytes(
  onCount: (bytes: number) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onCount(bytes);
      controller.enqueue(chunk);
    },
  });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
