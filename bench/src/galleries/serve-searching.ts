import { join } from 'node:path';
import { readConfig } from '@titular/server/config/config.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startService } from '@titular/server/service.ts';
import { obeyParent } from '../harness/child.ts';
import { decideFace } from './decide-faces.ts';
import { openGalleries } from './open-child.ts';

/** Decides at a rate of so many a second for a tenant; without a rate, as fast as lanes can. */
export type AskDecide = { decide: { tenantId: TenantId; seconds: number; ratePerSecond?: number } };

const TICK_MS = 5;
const LANES = 8;

/** The service in a process of its own, in which galleries are searched as well when it is asked to. */
const config = readConfig(JSON.parse(process.argv[2] ?? '{}'));
const service = await startService(config, { log: createLog('error') });
const opened = await openGalleries({
  connectionString: config.databaseUrl ?? '',
  keyFile: join(config.dataDirectory, 'master.key'),
  megabytes: 1_024,
});

async function decideAtRate(tenantId: TenantId, seconds: number, ratePerSecond: number): Promise<number> {
  const underWay: Promise<void>[] = [];
  const startedMs = performance.now();
  while (performance.now() - startedMs < seconds * 1_000) {
    const due = ((performance.now() - startedMs) / 1_000) * ratePerSecond;
    while (underWay.length < due) underWay.push(decideFace(opened, tenantId));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(underWay);
  return underWay.length / ((performance.now() - startedMs) / 1_000);
}

async function decideInLanes(tenantId: TenantId, seconds: number): Promise<number> {
  const startedMs = performance.now();
  let decided = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - startedMs < seconds * 1_000) {
      await decideFace(opened, tenantId);
      decided += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return decided / ((performance.now() - startedMs) / 1_000);
}

process.on('message', async ({ decide }: Partial<AskDecide>) => {
  if (!decide) return;
  const { tenantId, seconds, ratePerSecond } = decide;
  const perSecond = ratePerSecond
    ? await decideAtRate(tenantId, seconds, ratePerSecond)
    : await decideInLanes(tenantId, seconds);
  process.send?.(perSecond);
});
obeyParent(async () => {
  await service.close();
  await opened.close();
});
