import { ingestionFields } from "@assay/contract";
import {
  abandonIngestionFile,
  createFileIngestion,
  ingestionFileKey,
  prepareIngestionFile,
} from "@assay/core/guidance";
import type { ApiEnv } from "../variables.ts";
import { abandonUpload, receiveFile } from "./receive-file.ts";

/**
 * Receives the form's file and makes an ingestion of it, in the role that the caller has by then; a refused one leaves
 * no file behind.
 */
export async function receiveGuidance(
  { ctx, services, renewContext }: Pick<ApiEnv["Variables"], "ctx" | "services" | "renewContext">,
  request: Request,
  contentType: string,
) {
  const ingestionId = await prepareIngestionFile(ctx, services.settings);
  const destination = {
    key: ingestionFileKey(ingestionId),
    abandon: () => abandonIngestionFile(ctx, ingestionId),
  };
  const { fields, ...file } = await receiveFile(services, request, contentType, {
    fields: ingestionFields,
    destination,
  });
  try {
    return await createFileIngestion(await renewContext(), { ingestionId, ...fields, ...file });
  } catch (error) {
    await abandonUpload(services, destination);
    throw error;
  }
}
