import type { Config } from '../config/config.ts';
import { createLog, type Log } from '../kernel/base/log.ts';
import { programVersion } from '../kernel/base/program-version.ts';
import { ROLE } from '../nodes/index.ts';
import { nodeName } from './open-node.ts';

/** Opens the log of a process: each line tells which process of which release of which deployment wrote it. */
export const openLog = (config: Config, given: Log | undefined): Log =>
  (given ?? createLog(config.logLevel)).child({
    service: 'titular',
    version: programVersion(),
    environment: config.environment,
    role: ROLE,
    node: nodeName(config),
  });
