import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { followPage } from '@titular/test-kit/pages/follow-page.ts';
import { serviceEnvironment, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo } from '../packages/cli/test/data/data-fixture.ts';
import { openDebianServer } from './postgres-fixture.ts';
import { has } from './programs.ts';

const LONG_MS = 900_000;

test.runIf(has('pg_ctl'))(
  'lost-standby: writes wait and fail, go on without it by decision, and are on two machines again in the end (S64)',
  async () => {
    const server = await openDebianServer();
    onTestFinished(server.drop);
    const { PGHOST = '', PGPORT = '' } = server.environment;
    const STANDBY = await server.makeDirectory('standby');
    const standby = { PGDATA: STANDBY, PGPORT: String(await findFreePort()) };
    const PGSERVICEFILE = await server.writeServices({
      primary: { host: PGHOST, port: PGPORT, user: 'postgres' },
    });
    const page = await followPage(
      'operations/runbooks/lost-standby.md',
      { ...server.environment, PGSERVICEFILE, STANDBY },
      server.account,
    );
    onTestFinished(page.close);
    const query = (name: string, values = {}) => server.query(page.statement(name, values));
    const isSynchronous = () =>
      eventually(async () =>
        expect(await query('standbys')).toEqual([
          expect.objectContaining({ state: 'streaming', sync_state: 'sync' }),
        ]),
      );
    const rebuild = async () => {
      await page.shell('rebuild', standby);
      await query('synchronous');
      await query('reload');
      await isSynchronous();
    };
    await rebuild();

    const directory = await mkdtemp(join(tmpdir(), 'titular-standby-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const operations = String(await findFreePort());
    const service = await startServiceProcess({
      ...serviceEnvironment(server.databaseUrl, directory),
      TITULAR_OPERATIONS_PORT: operations,
    });
    onTestFinished(service.kill);
    const merchant = await openDemo(service.url, directory);
    const { id } = await merchant.create();

    server.control(['stop', '--mode=immediate'], standby);
    await expect(merchant.create()).rejects.toThrow(/^create: 500 .*"50001"/);
    expect((await merchant.call('GET', `walletid/transactions/${id}`)).status).toBe(200);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${operations}/metrics`)).text();
    expect(metrics).toMatch(/titular_db_errors_total\{class="other"\} [1-9]/);
    expect(page.text).toContain('`titular_db_errors_total{class="other"}` rises');
    expect(await query('standbys')).toEqual([]);
    expect(await query('slots')).toMatchObject([{ slot_name: 'standby', active: false }]);

    await query('asynchronous');
    await query('reload');
    await eventually(() => merchant.create());
    await query('drop', { slot: 'standby' });
    await rm(STANDBY, { recursive: true });
    await server.makeDirectory('standby');
    await rebuild();
    expect(await query('slots')).toMatchObject([{ slot_name: 'standby', active: true }]);
    expect((await merchant.create()).id).toBeTruthy();
    expect(page.left()).toEqual([]);
    await service.kill();
    server.control(['stop', '--mode=immediate'], standby);
  },
  LONG_MS,
);
