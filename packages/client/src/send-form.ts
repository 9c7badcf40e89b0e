import { AssayConnectionError, toApiError } from "./assay-error.ts";
import type { Http, RequestOptions } from "./http.ts";

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface FormOptions extends RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Called as bytes leave, where the runtime can tell (browsers). */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface FormAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/** Posts a form, which may hold a large file. */
export function sendForm<T>(http: Http, path: string, form: FormData, options: FormOptions): Promise<FormAnswer<T>> {
  const { onProgress } = options;
  return onProgress && typeof XMLHttpRequest !== "undefined"
    ? sendWatched(http, path, form, { ...options, onProgress })
    : sendPlain(http, path, form, options);
}

async function sendPlain<T>(http: Http, path: string, form: FormData, { headers, signal }: FormOptions) {
  const response = await http.send("POST", path, { form, signal, ...(headers && { headers }) });
  return { status: response.status, body: (await response.json()) as T };
}

/** `fetch` cannot tell how much of a body has left; XMLHttpRequest can. */
async function sendWatched<T>(
  http: Http,
  path: string,
  form: FormData,
  { headers = {}, signal, onProgress }: FormOptions & { onProgress: (progress: UploadProgress) => void },
): Promise<FormAnswer<T>> {
  const token = await http.token();
  signal?.throwIfAborted();
  return new Promise<FormAnswer<T>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort, { once: true });
    request.open("POST", http.url(path));
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve({ status, body: JSON.parse(responseText) as T });
      else reject(toApiError({ status, headers: readHeaders(request) }, responseText, http.baseUrl));
    };
    request.onerror = () => reject(new AssayConnectionError(new Error("The upload was interrupted")));
    request.onabort = () => reject(signal?.reason ?? new DOMException("The upload was cancelled", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.send(form);
  });
}

function readHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ["X-Request-Id", "Retry-After"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
