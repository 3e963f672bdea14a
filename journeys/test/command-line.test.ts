import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTokenIssued, openPrograms, type Programs, START_MS } from './programs.ts';

let programs: Programs;

beforeEach(async () => {
  programs = await openPrograms();
});
afterEach(() => programs.end());

const POLL_MS = 50;

/** Runs a command as an operator does and gives what it says in JSON. */
async function titular(...words: string[]): Promise<Record<string, unknown>> {
  const run = programs.run('packages/cli/src/main.ts', [...words, '--json'], {
    TITULAR_DATA_DIR: join(programs.directory, 'data'),
  });
  const code = await run.ended;
  expect(code, run.output()).toBe(0);
  return JSON.parse(run.output().slice(run.output().search(/^[{[]/m))) as Record<string, unknown>;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(POLL_MS);
}

test(
  'without a service a command starts the database for as long as it takes, and a later start of the service finds its work',
  async () => {
    const { tenant } = await titular('tenants', 'create', 'Loja Azul');
    const home = join(programs.directory, 'data', 'database');
    await expect(stat(join(home, 'cluster', 'postmaster.pid'))).rejects.toThrow('ENOENT');
    expect((await stat(join(programs.directory, 'data', 'master.key'))).mode & 0o777).toBe(0o600);
    await titular('service-accounts', 'create', 'shop', '--out', join(programs.directory, 'shop.json'));
    const made = JSON.parse(await readFile(join(programs.directory, 'shop.json'), 'utf8'));
    const port = await findFreePort();
    await programs.startService(port);
    const demo = await programs.readDemo();
    const { clientId, clientSecret } = made;
    expect(await isTokenIssued({ ...demo, clientId, clientSecret })).toBe(true);
    expect(made.tenantId).toBe(tenant);
  },
  3 * START_MS,
);

test(
  'beside a running service a command works on the same data, and the service feels it without a restart (R13, R92)',
  async () => {
    await programs.startService(await findFreePort());
    const demo = await programs.readDemo();
    expect(await isTokenIssued(demo)).toBe(true);
    await titular('service-accounts', 'disable', demo.account);
    await until(async () => !(await isTokenIssued(demo)));
    await titular('service-accounts', 'enable', demo.account);
    await until(() => isTokenIssued(demo));

    const before = await titular('keys', 'rotate-master');
    expect(before).toMatchObject({ resumed: false });
    expect(await titular('keys', 'forget-master', String(before['from']))).toMatchObject({
      forgotten: before['from'],
    });
    const made = await titular('tenants', 'create', 'After the rotation');
    const words = ['service-accounts', 'create', 'late', '--tenant', String(made['tenant'])];
    const { clientId, clientSecret } = (await titular(...words)) as {
      clientId: string;
      clientSecret: string;
    };
    expect(await isTokenIssued({ ...demo, clientId, clientSecret })).toBe(true);
  },
  3 * START_MS,
);

test(
  'interrupted, a command leaves no database behind',
  async () => {
    await titular('tenants', 'list');
    const run = programs.run('packages/cli/src/main.ts', ['tenants', 'list'], {
      TITULAR_DATA_DIR: join(programs.directory, 'data'),
    });
    const pidFile = join(programs.directory, 'data', 'database', 'cluster', 'postmaster.pid');
    const exists = () =>
      stat(pidFile).then(
        () => true,
        () => false,
      );
    let hasEnded = false;
    void run.ended.then(() => {
      hasEnded = true;
    });
    await until(async () => hasEnded || (await exists()));
    run.process.kill('SIGINT');
    expect([0, 130]).toContain(await run.ended);
    expect(await exists()).toBe(false);
    await titular('tenants', 'list');
  },
  2 * START_MS,
);
