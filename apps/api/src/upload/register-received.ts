import type { UploadFields } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import { abandonFiles, fileKey, prepareFiles, type RegisteredUpload, registerUpload } from "@assay/core/documents";
import { rememberRefusal } from "@assay/core/sources";
import type { ApiEnv } from "../variables.ts";
import { abandonUpload, type Destination, type OnRefused } from "./receive-file.ts";

type Of = Pick<ApiEnv["Variables"], "ctx" | "services" | "renewContext">;

/** A place for a file that is to be a document, announced so that it is deleted unless it becomes one. */
export async function prepareDestination({
  ctx,
  services,
}: Of): Promise<Destination & { readonly documentId: string }> {
  const [documentId] = (await prepareFiles(ctx, 1, services.settings)) as [string];
  return {
    documentId,
    key: fileKey({ tenantId: ctx.tenantId, documentId }),
    abandon: () => abandonFiles(ctx, [documentId]),
  };
}

/** Makes a received file a document, in the role that the caller has by then. One that is refused, or known, leaves no file. */
export async function registerReceived(
  { services, renewContext }: Of,
  destination: Destination,
  file: Parameters<typeof registerUpload>[1],
  keep?: Parameters<typeof registerUpload>[3],
): Promise<RegisteredUpload> {
  const register = async () => registerUpload(await renewContext(), file, services.settings.quota, keep);
  const registered = await register().catch(async (error) => {
    await abandonUpload(services, destination);
    throw error;
  });
  if (!registered.created) await abandonUpload(services, destination);
  await services.dispatcher.dispatch(registered.jobs);
  return registered;
}

/** What a sync's plan is told of bytes that were refused at their place. Under the name of another type they are no refusal of it. */
export function rememberIn(ctx: Of["ctx"]): OnRefused<UploadFields> {
  return async (error, { filename, sha256 }, { source, path }) => {
    if (source === undefined || path === undefined || extensionOf(filename) !== extensionOf(path)) return;
    await rememberRefusal(ctx, { source, path, sha256, error });
  };
}

const extensionOf = (path: string) => splitExtension(path).extension;
