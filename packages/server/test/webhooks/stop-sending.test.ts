import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { startSending } from '@titular/server/webhooks/queue/start-sending.ts';
import { createWebhookSender } from '@titular/server/webhooks/sender/send-webhook.ts';
import { startTestService } from '@titular/test-kit';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

test('a stop that the database does not let give back claims says so once, ends its sender, and leaves no error unheard (R80)', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const lost = {
    connect: () => Promise.reject(new Error('the database is lost')),
    end: async () => undefined,
  } as unknown as pg.Pool;
  const sender = createWebhookSender({ clock: systemClock });
  let closed = 0;
  const sending = startSending({
    sender: {
      ...sender,
      close: () => {
        closed += 1;
        sender.close();
      },
    },
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lost }) }),
    // Listening connects meanwhile, so that the stop waits for it after its claims were refused.
    pool: service.service.database.pool,
    clock: systemClock,
    log: createLog('silent'),
    tenantKeys: () => Promise.reject(new Error('nothing is sent')),
    environment: 'test',
    endpointRules: (loopbackAllowed) => ({ environment: 'test', ports: [], loopbackAllowed }),
    random: () => 0,
    sandbox: NO_SANDBOX,
    workNames: createWorkNames(),
  });
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));
  await expect(sending.stop()).rejects.toThrow('the database is lost');
  expect([closed, unheard]).toEqual([1, []]);
});
