import type { IssuedInvitation } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { Button, Dialog } from "@assay/ui";
import { ShownOnce } from "../lists/shown-once.tsx";

interface ShownInvitationProps {
  issued: IssuedInvitation;
  tenant: string;
  onClose: () => void;
}

/** What became of an invitation: it goes by mail, or its link shows now and never again. */
export function ShownInvitation({ issued: { invitation, path }, tenant, onClose }: ShownInvitationProps) {
  const { email, expiresAt } = invitation;
  const title = `${email} is invited`;
  const until = formatDateTime(expiresAt);
  if (path === undefined)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={title}
        actions={
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p role="status" className="text-sm">
          The link goes to them by mail and works until {until}.
        </p>
      </Dialog>
    );
  const address = new URL(path, location.origin).href;
  const message = [
    `You are invited to ${tenant} in Assay. Open this address to accept, once, until ${until}:`,
    "",
    address,
  ].join("\n");
  return (
    <ShownOnce title={title} what="link" secret={address} message={message} onClose={onClose}>
      <p>
        Hand it over by a channel that only they can read. Their address counts as unproved, which their signatures say.
      </p>
    </ShownOnce>
  );
}
