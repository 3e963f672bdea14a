/** What is sent with its progress being heard of. */
export interface Upload {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Blob | string | null;
  /** Ends it, as a network error does. */
  signal: AbortSignal;
  /** Hears how much has left, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** An answer as far as its status, two headers and its JSON matter. */
export interface WireAnswer {
  ok: boolean;
  status: number;
  retryAfter: string | null;
  requestId: string | null;
  json(): unknown;
}

/** Sends as `fetch` would to the page's own origin, which cannot tell its progress; rejects when no answer came. */
export function upload(request: Upload): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const end = () => request.signal.removeEventListener('abort', abort);
    const fail = () => {
      end();
      reject(new TypeError('no answer'));
    };
    xhr.open(request.method, request.path);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) request.onProgress(loaded / total);
    };
    xhr.onerror = fail;
    xhr.onabort = fail;
    xhr.onload = () => {
      end();
      const { status, responseText } = xhr;
      const retryAfter = xhr.getResponseHeader('retry-after');
      const requestId = xhr.getResponseHeader('x-request-id');
      const ok = status >= 200 && status < 300;
      resolve({ ok, status, retryAfter, requestId, json: () => JSON.parse(responseText) as unknown });
    };
    request.signal.addEventListener('abort', abort);
    if (request.signal.aborted) return fail();
    xhr.send(request.body);
  });
}
