import type { UploadProgress } from "./upload-file.ts";

/** Returns a `fetch` for pages: theirs cannot tell how much of a body has left, XMLHttpRequest can. */
export function watchingFetch(onProgress: (progress: UploadProgress) => void): typeof fetch {
  return (input, init) =>
    new Promise<Response>((resolve, reject) => {
      const { method, headers, body, signal } = init!;
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      signal?.throwIfAborted();
      signal?.addEventListener("abort", abort, { once: true });
      request.open(method!, String(input));
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError("The upload was interrupted"));
      request.onabort = () => reject(signal?.reason ?? new DOMException("The upload was cancelled", "AbortError"));
      request.onloadend = () => signal?.removeEventListener("abort", abort);
      request.send(body as XMLHttpRequestBodyInit);
    });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["X-Request-Id", "Retry-After"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers });
}
