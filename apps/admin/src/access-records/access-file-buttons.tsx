import type { AccessRecordExportFilters } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { saveFile } from "@assay/site/save-file";
import { Button } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { clientsOf, useTenantId } from "../app/tenant.ts";

/** All that the filters match as a file, however long. */
export function AccessFileButtons({ filters }: { filters: AccessRecordExportFilters }) {
  const tenantId = useTenantId();
  const download = useMutation({
    mutationFn: async (format: "csv" | "ndjson") =>
      saveFile(await (await clientsOf(tenantId)).admin.accessRecords.export(format, filters), `access.${format}`),
  });
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="alert" className="text-xs text-missing empty:hidden">
        {download.error && messageOf(download.error)}
      </p>
      {(["csv", "ndjson"] as const).map((format) => (
        <Button
          key={format}
          icon={<Download size={14} aria-hidden />}
          busy={download.isPending && download.variables === format}
          onClick={() => download.mutate(format)}
        >
          Download as {format.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}
