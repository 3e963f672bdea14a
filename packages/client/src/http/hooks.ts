import type { TitularError } from './errors.ts';

/** One request as a hook sees it: the address without its query, and never a header or a body. */
export type RequestInfo = {
  /** Name in the API's documentation, such as `createTransaction`. */
  operation: string;
  method: string;
  /** Path alone: a query may name an order. */
  path: string;
  /** From 1; the same request again has the next number. */
  attempt: number;
};

/** One answer, with how long it took in milliseconds and its name in the operator's log. */
export type ResponseInfo = RequestInfo & {
  status: number;
  durationMs: number;
  requestId: string | undefined;
};

/** A request that will be sent again, after how many milliseconds and why. */
export type RetryInfo = RequestInfo & { waitMs: number; error: TitularError };

/** What is told of the traffic; a hook that throws changes nothing. */
export type Hooks = {
  onRequest?: ((note: RequestInfo) => void) | undefined;
  onResponse?: ((note: ResponseInfo) => void) | undefined;
  onRetry?: ((note: RetryInfo) => void) | undefined;
};

/** Calls one hook if it is there; what it throws, now or later, is dropped: logging must not stop a payment. */
export function tellHook<Name extends keyof Hooks>(
  hooks: Hooks,
  name: Name,
  note: Parameters<NonNullable<Hooks[Name]>>[0],
): void {
  try {
    const told = (hooks[name] as ((given: typeof note) => unknown) | undefined)?.(note);
    if (told instanceof Promise) told.catch(() => undefined);
  } catch {
    // Nothing is left to tell it to.
  }
}
