import type { Run, SignOffPage } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { saveFile } from "@assay/site/save-file";
import { Button } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";

/** What a stranger verifies, and what is put into a folder. */
export function SignOffFiles({ run, page }: { run: Run; page: SignOffPage }) {
  const download = useMutation({
    mutationFn: () => saveFile(Response.json(page), `sign-offs-${run.id}.json`),
  });
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Button icon={<Download size={14} aria-hidden />} busy={download.isPending} onClick={() => download.mutate()}>
        Download signatures
      </Button>
      <Button look="quiet" icon={<Printer size={14} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
      <p className="min-w-0 flex-1 basis-60 text-xs text-muted">
        Anybody can verify them without this service, with the snapshot and the public keys:{" "}
        <a href="/docs/sign-off" className="underline underline-offset-2">
          how
        </a>
        .
      </p>
      <p role="alert" className="w-full text-xs text-missing empty:hidden">
        {download.error && messageOf(download.error)}
      </p>
    </div>
  );
}
