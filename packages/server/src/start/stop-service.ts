import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../kernel/base/log.ts';
import type { Closer } from './open-database.ts';

/** Milliseconds in which a process ends once its drain is over: requests, then jobs that are given back, then database and engine. */
export const STOP_LIMIT_MS = 25_000;

const REQUESTS_LIMIT_MS = 15_000;

/** Closes the listener and waits for the requests under way, 15 s at most: a client that takes longer to send or to read is cut off. */
export async function closeListener(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), REQUESTS_LIMIT_MS);
  await app.close().finally(() => clearTimeout(timer));
}

const report = (log: Log) => (error: unknown) => log.error({ err: error }, 'fault while stopping');

/** Ends things one after the other, the last opened first; a fault is logged and keeps none of the others open. */
export async function closeInOrder(closers: readonly Closer[], log: Log): Promise<void> {
  for (const close of closers.toReversed()) await close().catch(report(log));
}

/** Ends things at the same time, so that the slowest alone counts. */
export async function closeTogether(closers: readonly Closer[], log: Log): Promise<void> {
  await Promise.all(closers.map((close) => close().catch(report(log))));
}

/** Lets the load balancer see that this node wants no more requests, while it still answers those that come. */
export async function drain(announce: () => Promise<void>, seconds: number): Promise<void> {
  await Promise.all([announce(), seconds > 0 ? pause(seconds * 1_000) : undefined]);
}
