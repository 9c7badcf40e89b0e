import { ExtractionFailure } from "../child/extraction-failure.ts";
import { openPackage, type Package } from "./open-package.ts";

/** The parts of an OpenDocument file, and its content. Throws ExtractionFailure as `openPackage` does. */
export function openOdf(bytes: Uint8Array): { parts: Package; content: string } {
  const parts = openPackage(bytes);
  if (parts.read("META-INF/manifest.xml")?.includes("encryption-data"))
    throw new ExtractionFailure("ENCRYPTED_FILE", "Cannot read the file because it is protected by a password");
  const content = parts.read("content.xml");
  if (content === null)
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file because it has no content part");
  return { parts, content };
}
