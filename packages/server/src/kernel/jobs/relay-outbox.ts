import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Log } from '../base/log.ts';
import { isOutboxFilled, OUTBOX_TABLES, relayBatch } from '../database/outbox/outbox-store.ts';
import type { Tables } from '../database/tables/tables.ts';
import { type Relay, startRelay } from './relay.ts';

/** Milliseconds between two runs: what a job may wait for others. */
const PAUSE_MS = 10;

/** Hands jobs and wakes over that commits on these pools left in the outbox, and those that processes left which died. */
export const startOutboxRelay = (db: Kysely<Tables>, pools: readonly pg.Pool[], log: Log): Relay =>
  startRelay({
    ...{ name: 'outbox', pools, tables: OUTBOX_TABLES, pauseMs: PAUSE_MS, log },
    moveBatch: () => relayBatch(db),
    isWaiting: isOutboxFilled,
  });
