import { FormDialog } from "@assay/site/form-dialog";
import { saveJson } from "@assay/site/save-file";
import type { MemberDialogProps } from "./member-dialog-props.ts";
import { usePersonsAct } from "./use-persons-act.ts";

/** The data of a person who asked for it, as a file to give them. */
export function ExportPersonDialog({ member: { userId, email }, onClose }: MemberDialogProps) {
  const download = usePersonsAct(async (persons, id: string) => {
    await saveJson(await persons.export(id), `person-${id}.json`);
    onClose();
  });
  return (
    <FormDialog
      title="Export their data"
      description={<bdi className="break-all">{email}</bdi>}
      act="Download their data"
      by={download}
      failed="Nothing has been downloaded."
      onSend={() => download.mutate(userId)}
      onClose={onClose}
    >
      <p>
        The file (JSON) has what is kept of this person in every tenant, not only in this one: account, memberships,
        what they decided, wrote and signed, what they opened, and entries of the audit log.
      </p>
      <p>It has nothing of other people, and no evidence. Give it only to the person.</p>
      <p className="text-muted">The download is recorded in each of these tenants and in the log of the deployment.</p>
    </FormDialog>
  );
}
