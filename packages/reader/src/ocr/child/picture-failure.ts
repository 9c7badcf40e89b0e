/** Why an image cannot be read, as a sentence for people. */
export class PictureFailure extends Error {
  override readonly name = "PictureFailure";
}
