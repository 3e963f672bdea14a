import { tookTooLong } from '../../database/database-problem.ts';

/** Connections of a process for the portal: staff never slow the API, and the API never waits for them. */
export const PORTAL_POOL = 4;
/** Milliseconds after which a statement of the portal, or its wait for a connection, ends. */
export const PORTAL_LIMIT_MS = 2_000;

/** Whether an error of the driver says that the portal's connections or their time were not enough. */
export const isBusy = (error: unknown): boolean => error instanceof Error && tookTooLong(error);
