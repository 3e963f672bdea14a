import type { Json } from './check-receipt.ts';

let kept: Promise<readonly Json[]> | undefined;

async function fetchKeys(): Promise<readonly Json[]> {
  const response = await fetch('/portal/receipt-keys', {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  if (!response.ok) throw new Error(`the keys were answered with ${response.status}`);
  return ((await response.json()) as { keys: readonly Json[] }).keys;
}

/** The published keys: fetched once for the page, and again where `isFresh` is asked; the browser's cache spares the service. */
export async function readPublishedKeys(isFresh = false): Promise<readonly Json[]> {
  if (isFresh) kept = undefined;
  kept ??= fetchKeys().catch((error: unknown) => {
    kept = undefined;
    throw error;
  });
  return kept;
}
