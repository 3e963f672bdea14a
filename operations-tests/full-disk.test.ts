import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fillDisk } from '@titular/test-kit/fill-disk.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { followPage } from '@titular/test-kit/pages/follow-page.ts';
import { startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';
import { embeddedEnvironment, openDataFixture, openDemo } from '../packages/cli/test/data/data-fixture.ts';

const LONG_MS = 900_000;
const DISK_MEGABYTES = 300;

/** Mounting a disk is for root. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  'full-disk: what it says is seen, the node comes back by itself, and nothing acknowledged is lost (S64)',
  async () => {
    const fixture = await openDataFixture();
    onTestFinished(fixture.drop);
    const disk = await fixture.makeDirectory('disk');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=711`, 'titular-test', disk]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
    const directory = join(disk, 'data');
    const port = String(await findFreePort());
    const environment = { ...embeddedEnvironment(directory), TITULAR_OPERATIONS_PORT: port };
    const service = await startServiceProcess(environment);
    onTestFinished(service.kill);
    await fixture.ask(directory, 'settings', 'set', 'rate-per-second=1000', 'rate-burst=1000');
    const page = await followPage('operations/runbooks/full-disk.md', {
      ...environment,
      OPERATIONS: `http://127.0.0.1:${port}`,
      BASE: service.url,
      DATABASE_DISK: join(directory, 'database'),
    });
    onTestFinished(page.close);
    const merchant = await openDemo(service.url, directory);
    const ballast = join(disk, 'ballast');
    await fillDisk(ballast);

    const acknowledged: string[] = [];
    const createUntilRefused = async () => {
      for (;;) acknowledged.push((await merchant.create()).id);
    };
    await expect(createUntilRefused()).rejects.toThrow(/^create: 500 .*"50001"/);
    const seen = await page.shell('see');
    expect(seen).toMatch(/titular_db_errors_total\{class="53"\} [1-9]/);
    expect(seen).toContain(join(directory, 'database'));
    await eventually(() => expect(service.output()).toContain('No space left on device'));
    expect(page.text).toContain('`No space left on device`');
    expect(await page.shell('look')).toMatch(/\b100% /);

    await rm(ballast);
    await eventually(() => merchant.create());
    await eventually(async () => expect((await page.run('over')).code).toBe(0));
    for (const id of acknowledged)
      expect((await merchant.call('GET', `walletid/transactions/${id}`)).status).toBe(200);
    expect(page.left()).toEqual([]);
    await service.kill();
  },
  LONG_MS,
);
