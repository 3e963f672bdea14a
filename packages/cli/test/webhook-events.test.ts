import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVENT_TYPES } from '@titular/contract';
import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { giveInput } from '@titular/test-kit/services/give-input.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../server/test/transactions/api.ts';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

const URL_OF_SHOP = 'https://shop.example/webhooks';

let fixture: CommandFixture;
beforeAll(async () => {
  fixture = await openCommandFixture();
  await fixture.ask('tenants', 'create', 'Loja Azul');
});
afterAll(() => fixture.drop());

describe('sending', () => {
  test('nothing of an endpoint that is switched off', async () => {
    const other = (await fixture.ask<{ company: string }>('companies', 'create', 'Other')).company;
    const made = await fixture.ask('webhooks', 'create', URL_OF_SHOP, '--company', other);
    const id = String(made['endpoint']);
    await fixture.run('webhooks', 'disable', id);
    for (const words of [
      ['test', id],
      ['examine', id],
      ['trigger', 'endpoint.test', '--company', other],
      ['trigger', 'process.finished', '--company', other],
      ['trigger', 'process.finished', '--company', other, '--endpoint', id],
    ])
      expect((await fixture.run('webhooks', ...words)).code, words.join(' ')).toBe(4);
  });

  test('nothing to an endpoint that is of another company than the one named', async () => {
    const [owner, stranger] = [
      (await fixture.ask<{ company: string }>('companies', 'create', 'Owner')).company,
      (await fixture.ask<{ company: string }>('companies', 'create', 'Stranger')).company,
    ];
    const made = await fixture.ask('webhooks', 'create', URL_OF_SHOP, '--company', owner);
    for (const type of ['endpoint.test', 'process.finished']) {
      const words = ['trigger', type, '--company', stranger, '--endpoint', String(made['endpoint'])];
      const { code, errors } = await fixture.run('webhooks', ...words);
      expect([type, code, errors]).toEqual([type, 3, expect.stringContaining('has no endpoint')]);
    }
    expect(await fixture.ask('webhooks', 'events')).toEqual([]);
  });

  test('in production a sample of no event but endpoint.test, and no loopback (R48)', async () => {
    const keyFile = join(fixture.directory, 'production.key');
    await writeFile(keyFile, randomBytes(32).toString('base64'));
    const production = await openCommandFixture({
      TITULAR_ENV: 'production',
      TITULAR_ERASURE_LEDGER: 'off',
      TITULAR_PUBLIC_URL: 'https://pay.example',
      TITULAR_MASTER_KEY_FILE: keyFile,
    });
    try {
      await production.ask('tenants', 'create', 'Bank');
      const bank = (await production.ask<{ company: string }>('companies', 'create', 'Bank')).company;
      await production.ask('webhooks', 'create', URL_OF_SHOP, '--company', bank);
      for (const type of EVENT_TYPES) {
        const { code, errors } = await production.run('webhooks', 'trigger', type, '--company', bank);
        expect([type, code]).toEqual([type, type === 'endpoint.test' ? 0 : 4]);
        if (code !== 0) expect(errors).toContain('only in the test environment');
      }
      const loopback = ['http://127.0.0.1:1/', '--company', bank, '--allow-loopback'];
      const refused = await production.run('webhooks', 'create', ...loopback);
      expect([refused.code, refused.errors]).toEqual([
        4,
        '--allow-loopback is for the test environment only.\n',
      ]);
      const kept = await production.database.db.selectFrom('events').select('type').execute();
      expect(kept).toEqual([{ type: 'endpoint.test' }]);
    } finally {
      await production.drop();
    }
  });
});

describe('beside a service', () => {
  const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
  let service: TestService;
  let merchant: Merchant;
  beforeAll(async () => {
    service = await startTestService();
    merchant = await newMerchant(service);
  });
  afterAll(() => service.close());

  /** Runs the program on the database of the service, with a text on its standard input. */
  async function titular<Told>(input: string, ...words: string[]): Promise<Told> {
    const { tenantId } = merchant.tenant;
    const child = spawn(process.execPath, [program, ...words, '--tenant', tenantId, '--json'], {
      env: {
        ...COMPILE_CACHE,
        DATABASE_URL: service.config.databaseUrl,
        TITULAR_DATA_DIR: service.config.dataDirectory,
      },
    });
    const written = { output: '', errors: '' };
    child.stdout.on('data', (part) => {
      written.output += part;
    });
    child.stderr.on('data', (part) => {
      written.errors += part;
    });
    giveInput(child, input);
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${code} ${written.errors}`);
    return JSON.parse(written.output) as Told;
  }

  test('a sample of every event arrives, and one about a transaction tells of it truthfully and takes no place of its own events', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const { companyId } = merchant.tenant;
      const ofCompany = ['--company', companyId];
      const made = await titular<{ endpoint: string; secret: string }>(
        JSON.stringify({ kind: 'none' }),
        ...['webhooks', 'create', receiver.url, ...ofCompany, '--allow-loopback', '--authentication', '-'],
      );
      receiver.trust(made.secret);
      await titular(
        '',
        'webhooks',
        'change',
        made.endpoint,
        '--statuses',
        'processing,inconclusive,canceled',
      );
      const trigger = async (...words: string[]) => {
        const rows = await titular<{ event: string; endpoint: string }[]>(
          '',
          'webhooks',
          'trigger',
          ...words,
        );
        expect(rows.map((row) => row.endpoint)).toEqual([made.endpoint]);
        const { event } = await receiver.next();
        expect(event?.id).toBe(rows[0]?.event);
        return event;
      };
      const named = crypto.randomUUID();
      for (const [type, words, told] of [
        ['transaction.finished', ['--status', 'inconclusive'], { status: 'inconclusive', sequence: 1 }],
        ['transaction.changed', ['--transaction', named], { transactionId: named, sequence: 1 }],
        ['transaction.changed', ['--transaction', named], { status: 'processing', sequence: 2 }],
        ['process.finished', ['--process', named], { processId: named, state: 'PROCESS_STATE_FINISHED' }],
        ['link.requested', ['--process', named], { processId: named, linkState: 'expired' }],
        ['erasure.requested', ['--transaction', named], { transactionId: named }],
        ['endpoint.disabled', ['--endpoint', made.endpoint], { reason: 'failing' }],
        ['endpoint.test', [], { endpointId: made.endpoint }],
      ] as const)
        expect(await trigger(type, ...ofCompany, ...words)).toMatchObject({ type, ...told });
      const created = await merchant.create(newTransactionBody(companyId));
      const id = String(created.body['id']);
      const about = ['transaction.finished', ...ofCompany, '--transaction', id];
      await expect(trigger(...about, '--status', 'approved')).rejects.toThrow('exists');
      await merchant.cancel(id);
      const { event: own } = await receiver.next();
      await expect(trigger(...about, '--status', 'approved')).rejects.toThrow('canceled');
      expect(await trigger(...about)).toMatchObject({ status: 'canceled', transactionId: id, sequence: 3 });
      expect(own).toMatchObject({ status: 'canceled', transactionId: id, sequence: 2 });
    } finally {
      await receiver.close();
    }
  });
});
