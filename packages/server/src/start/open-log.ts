import type { Config } from '../config/config.ts';
import { createLog, type Log } from '../kernel/base/log.ts';
import { programVersion } from '../kernel/base/program-version.ts';
import { nodeName } from './open-node.ts';

/** Opens the log of a process: each line tells which process of which release of which deployment wrote it. Variables that are no settings are its first line. */
export function openLog(config: Config, given: Log | undefined): Log {
  const log = (given ?? createLog(config.logLevel)).child({
    service: 'titular',
    version: programVersion(),
    environment: config.environment,
    role: config.role,
    node: nodeName(config),
  });
  const { unknownSettings: variables } = config;
  if (variables.length > 0) log.warn({ variables }, 'these variables are no settings and are ignored');
  return log;
}

/** The same facts for traces, by the names of OpenTelemetry's resources. */
export const describeProcess = (config: Config): Readonly<Record<string, string>> => ({
  'service.name': 'titular',
  'service.version': programVersion(),
  'service.instance.id': nodeName(config),
  'deployment.environment.name': config.environment,
});
