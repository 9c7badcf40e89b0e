/** The whole body of an answer; `onProgress` is told how many bytes have come. */
export async function readBlob(response: Response, onProgress: (loadedBytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loadedBytes = 0;
  for await (const part of response.body!) {
    parts.push(part);
    loadedBytes += part.length;
    onProgress(loadedBytes);
  }
  return new Blob(parts);
}
