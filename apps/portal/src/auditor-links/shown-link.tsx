import type { IssuedLink } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { Button, CopyText, Dialog, Notice } from "@assay/ui";

/** The address of a link, now and never again. It is nowhere but in this dialog. */
export function ShownLink({ issued: { link, path }, onClose }: { issued: IssuedLink; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`The link for “${link.label}”`}
      actions={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <Notice tone="partial" title="Copy the address now">
          It is shown only now: the service keeps no copy that anybody can read.
        </Notice>
        <div className="rounded-md border border-line bg-sunken px-3 py-2">
          <CopyText text={`${location.origin}${path}`} what="the address" whole />
        </div>
        <p>
          Send it to one person, over a channel that only they read. It opens in one browser, once, and shows the run
          until {formatDateTime(link.expiresAt)}.
        </p>
      </div>
    </Dialog>
  );
}
