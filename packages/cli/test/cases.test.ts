import { newCpf } from '@titular/test-kit';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, startBy } from '../../server/test/sandbox/process-scenario-fixture.ts';
import { type Merchant, newMerchant } from '../../server/test/transactions/api.ts';
import { runInProcess } from './command-fixture.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service?.close());

const run = (...words: string[]) =>
  runInProcess(words, {
    DATABASE_URL: service.config.databaseUrl,
    TITULAR_DATA_DIR: service.config.dataDirectory,
  });

async function ask<Answer>(...words: string[]): Promise<Answer> {
  const { code, output, errors } = await run(...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${errors}`);
  return JSON.parse(output) as Answer;
}

describe('transactions reveal', () => {
  test('shows one field in clear, and leaves the entry of the portal but for the actor (P17, P37)', async () => {
    const cpf = newCpf();
    const { body } = await merchant.create({ identity: { key: 'cpf', value: cpf } });
    const id = String(body['id']);
    const shown = await ask('transactions', 'reveal', id, '--field', 'identity');
    expect(shown).toMatchObject({ transaction: id, field: 'identity', value: cpf });
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', `transaction/${id}`)
      .execute();
    expect(entries).toMatchObject([
      {
        action: 'transactions.reveal',
        actor: expect.stringMatching(/^command-line:/),
        after: { field: 'identity' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(cpf);
    expect((await run('transactions', 'reveal', id)).errors).toContain('--field');
    expect((await run('transactions', 'reveal', id, '--field', 'face')).code).not.toBe(0);
  });
});

describe('processes list', () => {
  test('lists processes newest first, narrowed by result, and never whom they are about', async () => {
    const cpf = newCpf();
    const made: string[] = [];
    for (const scenario of ['process-finished', 'process-finished', 'process-expired'])
      made.push(idOf(await startBy(service, merchant, scenario, { cpf })));
    const tenant = ['--tenant', merchant.tenant.tenantId];
    const all = await ask<{ process: string }[]>('processes', 'list', ...tenant);
    expect(all.map(({ process }) => process)).toEqual(made.toReversed());
    const one = await ask<{ process: string }[]>('processes', 'list', ...tenant, '--limit', '1');
    expect(one).toHaveLength(1);
    expect(JSON.stringify(all)).not.toContain(cpf);
    await expect
      .poll(
        async () =>
          (await ask<unknown[]>('processes', 'list', ...tenant, '--result', 'PROCESS_RESULT_OK')).length,
      )
      .toBe(2);
  });
});
