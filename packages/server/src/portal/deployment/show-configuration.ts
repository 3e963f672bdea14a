import type { Configuration } from '@titular/contract';
import type { Config } from '../../config/setting.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { listDifferences, listNodes } from '../../nodes/index.ts';
import { warnOfConfig } from './config-warnings.ts';
import { describeConfig } from './describe-config.ts';

/** Settings of this process, with a mark at each in which live processes differ. */
export async function showConfiguration(db: Db, config: Config): Promise<Configuration> {
  const differing = new Set(listDifferences(await listNodes(db)).map(({ setting }) => setting));
  return {
    settings: describeConfig(config).map((one) => ({ ...one, differs: differing.has(one.variable) })),
    warnings: warnOfConfig(config),
    unknown: [...config.unknownSettings],
  };
}
