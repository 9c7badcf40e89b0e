import { Button, Dialog } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { saveJson } from "../files/save-file.ts";
import { messageOf } from "../shell/error-panel.tsx";
import { assay } from "./assay.ts";

/** What the service keeps of the user, as a file. Loaded when it is first opened, from the user's menu. */
export default function OwnDataDialog({ onClose }: { onClose: () => void }) {
  const download = useMutation({
    mutationFn: async () => {
      const data = await (await assay()).person();
      await saveJson(data, `my-data-${data.exportedAt.slice(0, 10)}.json`);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="My data"
      description="What Assay keeps of you, in every tenant that you are or were a member of."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            icon={<Download size={14} aria-hidden />}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            Download my data
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>The file (JSON) has:</p>
        <ul className="list-disc ps-5">
          <li>your account: e-mail, second factors, sessions</li>
          <li>your memberships and roles, and what a company's directory gave of you</li>
          <li>what you decided, wrote and signed</li>
          <li>your API keys (names, no secrets) and connected applications</li>
          <li>what you opened, and entries of the audit log about you and what you did</li>
        </ul>
        <p>
          It has nothing of other people, and no evidence. If you signed in with your company, it has that company's
          tenant only.
        </p>
        <p className="text-muted">Each download is recorded in the audit log of these tenants.</p>
        <p role="status" className="text-muted empty:hidden">
          {download.isSuccess && "The file was downloaded."}
        </p>
        <p role="alert" className="text-missing empty:hidden">
          {download.error && `Nothing has been downloaded. ${messageOf(download.error)}.`}
        </p>
      </div>
    </Dialog>
  );
}
