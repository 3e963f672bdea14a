/** Connections of a process for the portal: staff never slow the API, and the API never waits for them. */
export const PORTAL_POOL = 4;
/** Milliseconds after which a statement of the portal, or its wait for a connection, ends. */
export const PORTAL_LIMIT_MS = 2_000;

/** SQLSTATE of a statement that its time limit ended. */
const CANCELED = '57014';
const WORDS = /Query read timeout|timeout exceeded when trying to connect/;

/** Whether an error of the driver says that the portal's connections or their time were not enough. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === CANCELED || WORDS.test(error.message);
}
