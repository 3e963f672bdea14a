import { PlatformEvent } from '@titular/contract';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import type { Clock } from '../../kernel/base/clock.ts';
import { type ProcessId, parseUuid } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parseStrictJson } from '../../kernel/http/body/strict-json.ts';
import type { RouteRequest } from '../../kernel/http/route.ts';
import { verifyWebhook } from '../../webhooks/index.ts';
import { findExternalTenant, insertPlatformEvent } from './platform-store.ts';
import { enqueueTakeResult } from './take-platform-result.ts';

/** What taking events needs; without secrets there is no platform that could send one. */
export type PlatformEventDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  platformWebhookSecrets: readonly string[];
};

const ENDINGS: readonly unknown[] = [
  'process.finished',
  'process.failed',
  'PROCESS_STATE_FINISHED',
  'PROCESS_STATE_FAILED',
];

/** The id of the process that has ended, in lower case; undefined when the event is about anything else. */
function parseEvent(bytes: Uint8Array): ProcessId | undefined {
  const event: unknown = parseStrictJson(bytes);
  if (!Value.Check(PlatformEvent, event)) throw new Refusal('40002');
  const { type, state, processId } = event;
  if (!ENDINGS.includes(type) && !(type === undefined && ENDINGS.includes(state))) return undefined;
  const id = parseUuid(processId ?? '');
  if (!id) throw new Refusal('40002', 'processId must be a UUID.');
  return id;
}

/** Takes a signed event and lets the result be taken later, in one commit; what came before, and what is about a process of nobody here, changes nothing. */
export async function takePlatformEvent(
  { db, clock, platformWebhookSecrets }: PlatformEventDeps,
  headers: RouteRequest['headers'],
  bytes: Uint8Array,
): Promise<void> {
  const now = clock.now();
  const eventId = verifyWebhook(headers, bytes, platformWebhookSecrets, now);
  if (eventId === undefined) throw new Refusal('40330');
  const processId = parseEvent(bytes);
  const tenantId = processId && (await findExternalTenant(db, processId));
  if (!tenantId) return;
  await requireServed(db, tenantId);
  await db.transaction().execute(async (trx) => {
    const isNew = await insertPlatformEvent(trx, tenantId, { eventId, processId, receivedAt: now });
    if (isNew) await enqueueTakeResult(trx, { tenantId, processId, tries: 0 });
  });
}
