/** Files of a model that are missing, damaged, or not what their card says; the message is for the operator. */
export class ModelFilesError extends Error {
  override readonly name = "ModelFilesError";
}
