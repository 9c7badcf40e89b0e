import type { Command } from "./command.ts";
import { auditVerify } from "./commands/audit-verify.ts";
import { comments } from "./commands/comments.ts";
import { completion } from "./commands/completion.ts";
import { connections } from "./commands/connections.ts";
import { connectionsEnd } from "./commands/connections-end.ts";
import { documents } from "./commands/documents.ts";
import { documentsDelete } from "./commands/documents-delete.ts";
import { documentsPages } from "./commands/documents-pages.ts";
import { documentsRestore } from "./commands/documents-restore.ts";
import { documentsRetire } from "./commands/documents-retire.ts";
import { documentsVersions } from "./commands/documents-versions.ts";
import { exceptions } from "./commands/exceptions.ts";
import { exceptionsPropose } from "./commands/exceptions-propose.ts";
import { exportRun } from "./commands/export.ts";
import { gate } from "./commands/gate.ts";
import { help } from "./commands/help.ts";
import { links } from "./commands/links.ts";
import { linksCreate } from "./commands/links-create.ts";
import { linksRevoke } from "./commands/links-revoke.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { mcp } from "./commands/mcp.ts";
import { open } from "./commands/open.ts";
import { packageRun } from "./commands/package.ts";
import { packageRead } from "./commands/package-read.ts";
import { packsBind } from "./commands/packs-bind.ts";
import { packsDelete } from "./commands/packs-delete.ts";
import { packsImport } from "./commands/packs-import.ts";
import { packsList } from "./commands/packs-list.ts";
import { packsOffer } from "./commands/packs-offer.ts";
import { packsUnbind } from "./commands/packs-unbind.ts";
import { replay } from "./commands/replay.ts";
import { report } from "./commands/report.ts";
import { reprocess } from "./commands/reprocess.ts";
import { results } from "./commands/results.ts";
import { reviews } from "./commands/reviews.ts";
import { run } from "./commands/run.ts";
import { signOffs } from "./commands/sign-offs.ts";
import { status } from "./commands/status.ts";
import { sync } from "./commands/sync.ts";
import { tasks } from "./commands/tasks.ts";
import { upload } from "./commands/upload.ts";
import { verify } from "./commands/verify.ts";
import { webhooksListen } from "./commands/webhooks-listen.ts";
import { webhooksTrigger } from "./commands/webhooks-trigger.ts";
import { whoami } from "./commands/whoami.ts";
import { witness } from "./commands/witness.ts";

/** Every command. The dispatcher, the help, the completions and the reference are made from it. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  upload,
  sync,
  run,
  status,
  results,
  gate,
  documents,
  documentsPages,
  documentsVersions,
  documentsDelete,
  documentsRetire,
  documentsRestore,
  reprocess,
  report,
  tasks,
  reviews,
  comments,
  exceptions,
  exceptionsPropose,
  open,
  exportRun,
  packageRun,
  packageRead,
  verify,
  signOffs,
  replay,
  packsList,
  packsImport,
  packsBind,
  packsUnbind,
  packsDelete,
  packsOffer,
  webhooksListen,
  webhooksTrigger,
  auditVerify,
  witness,
  links,
  linksCreate,
  linksRevoke,
  connections,
  connectionsEnd,
  mcp,
  completion,
  help,
];
