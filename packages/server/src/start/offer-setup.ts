import { rm } from 'node:fs/promises';
import { type Demo, setupFile } from '../config/demo-file.ts';
import type { Config } from '../config/setting.ts';
import { systemClock } from '../kernel/base/clock.ts';
import { writePrivately } from '../kernel/base/write-privately.ts';
import type { Database } from '../kernel/database/connect.ts';
import { hasOperator, invitationLink, inviteOperator } from '../users/index.ts';

/**
 * Makes the link by which the first operator enrols, while there is none; only in `test`, where whoever takes it is also an admin of the
 * demo tenant. It is shown on the terminal and kept in a file for its owner alone, and never goes to the log.
 */
export async function offerSetup(
  config: Config,
  { db }: Database,
  { tenantId }: Demo,
): Promise<string | undefined> {
  if (config.portalUrl === undefined) return undefined;
  if (await hasOperator(db)) {
    await rm(setupFile(config), { force: true });
    return undefined;
  }
  const operator = { db, clock: systemClock, actor: 'service' };
  const { kind, code } = await inviteOperator(operator, 'operator', tenantId);
  const link = invitationLink(config.portalUrl, kind, code);
  await writePrivately(setupFile(config), `${link}\n`);
  return link;
}
