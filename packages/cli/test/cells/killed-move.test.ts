import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newTransactionBody } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../../server/test/transactions/api.ts';
import { runInProcess } from '../command-fixture.ts';
import { type Cell, countRows, listRemains, startCell } from './cells-fixture.ts';

const LONG_MS = 400_000;
const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
/** What stays at the source: the audit log, which nobody can delete from, and the note that the tenant has moved. */
const LEFT = { audit_log: expect.any(Number), tenant_moves: 1 };
let one: Cell;
let two: Cell;

beforeAll(async () => {
  [one, two] = await Promise.all([startCell(), startCell()]);
}, LONG_MS);

afterAll(async () => {
  await Promise.all([one, two].map((cell) => cell.close()));
});

const wordsFor = ({ tenant }: Merchant, ...more: string[]): string[] => [
  ...['tenants', 'move', tenant.tenantId, '--to', two.file, '--json'],
  ...more,
];

/** Runs a move in a process of its own, which is killed when it has said so many lines; answers the steps that it told. */
async function moveAndKill(merchant: Merchant, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [program, ...wordsFor(merchant)], {
    env: one.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const steps: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (steps.length >= lines) continue;
    steps.push((JSON.parse(line) as { step: string }).step);
    if (steps.length === lines) child.kill('SIGKILL');
  }
  await ended;
  return steps;
}

/** What was acknowledged to each tenant, wherever. */
const acknowledged = new Map<string, string[]>();

function note({ tenant }: Merchant, { id }: { id?: string }): void {
  acknowledged.set(tenant.tenantId, [...(acknowledged.get(tenant.tenantId) ?? []), String(id)]);
}

/** Whether a cell serves the tenant: by a token of that cell, or by that of the merchant where it began. */
async function serves(cell: Cell, merchant: Merchant): Promise<boolean> {
  const { tenant, token } = merchant;
  const credentials = await fetch(`${cell.service.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: tenant.clientId,
      client_secret: tenant.clientSecret,
    }),
  });
  const { access_token: own } = (await credentials.json()) as { access_token?: string };
  const response = await fetch(`${cell.service.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own ?? token}`, 'content-type': 'application/json' },
    body: JSON.stringify(newTransactionBody(tenant.companyId)),
  });
  if (response.status === 200) note(merchant, (await response.json()) as { id: string });
  return response.status === 200;
}

const servers = async (merchant: Merchant): Promise<string[]> => {
  const [here, there] = await Promise.all([serves(one, merchant), serves(two, merchant)]);
  return [...(here ? ['one'] : []), ...(there ? ['two'] : [])];
};

async function newTenant(): Promise<Merchant> {
  const merchant = await newMerchant(one.service);
  const { status, body } = await merchant.create();
  expect(status).toBe(200);
  note(merchant, body);
  return merchant;
}

const run = (merchant: Merchant, ...more: string[]) =>
  runInProcess(wordsFor(merchant, ...more), one.environment);

/** What was acknowledged and is not in the cell. */
async function listLost({ service }: Cell, { tenant }: Merchant): Promise<string[]> {
  const rows = await service.service.database.db
    .selectFrom('transactions')
    .select('transaction_id')
    .where('tenant_id', '=', tenant.tenantId)
    .execute();
  const known = new Set(rows.map((row) => String(row.transaction_id)));
  return (acknowledged.get(tenant.tenantId) ?? []).filter((id) => !known.has(id));
}

test(
  'a move that is killed after any line goes on when it is run again, and never do both cells serve the tenant (S59)',
  async () => {
    for (let lines = 1; ; lines += 1) {
      const merchant = await newTenant();
      const steps = await moveAndKill(merchant, lines);
      expect((await servers(merchant)).length, `killed after ${steps.at(-1)}`).toBeLessThan(2);
      const again = await run(merchant);
      expect({ steps, ...again }).toMatchObject({ code: 0, errors: '' });
      expect(again.output.trim().split('\n').at(-1)).toContain('"moved"');
      expect(await servers(merchant)).toEqual(['two']);
      expect(acknowledged.get(merchant.tenant.tenantId)?.length).toBeGreaterThan(1);
      expect(await listLost(two, merchant)).toEqual([]);
      expect(await countRows(one, merchant.tenant.tenantId)).toEqual(LEFT);
      expect([await listRemains(one), await listRemains(two)], `killed after ${steps.at(-1)}`).toEqual([
        [],
        [],
      ]);
      if (steps.length < lines) break;
    }
  },
  LONG_MS,
);

test(
  'a move that is killed after any line before its switch is undone by --abort, and one after it is not (S59)',
  async () => {
    let merchant = await newTenant();
    for (let lines = 1; ; lines += 1) {
      const steps = await moveAndKill(merchant, lines);
      const undone = await run(merchant, '--abort');
      if (undone.code !== 0) {
        expect(undone).toMatchObject({
          code: 4,
          errors: expect.stringContaining('serves the tenant already'),
        });
        expect(steps).toContain('complete');
        expect((await run(merchant)).code).toBe(0);
        expect(await servers(merchant)).toEqual(['two']);
        break;
      }
      expect(await servers(merchant), `killed after ${steps.at(-1)}`).toEqual(['one']);
      expect(await listLost(one, merchant)).toEqual([]);
      expect(await countRows(two, merchant.tenant.tenantId)).toEqual({});
      expect((await countRows(one, merchant.tenant.tenantId))['tenant_moves']).toBeUndefined();
      expect([await listRemains(one), await listRemains(two)]).toEqual([[], []]);
      merchant = lines % 4 === 0 ? await newTenant() : merchant;
    }
    expect((await run(merchant, '--abort')).code).toBe(4);
  },
  LONG_MS,
);
