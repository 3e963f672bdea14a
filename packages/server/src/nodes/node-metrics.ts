import { type ReadinessCause, readinessCauses } from '@titular/contract';
import { ROLES, type Role } from '../config/setting.ts';
import { programVersion } from '../kernel/base/program-version.ts';
import { createGauge, createSimpleGauge } from '../kernel/metrics/instruments.ts';
import type { Metric } from '../kernel/metrics/metric.ts';
import type { NodeWatch } from './watch-node.ts';

const CAUSES = Object.keys(readinessCauses) as ReadinessCause[];
const NODE_MAJOR = process.versions.node.split('.')[0] ?? '';
const VERSION = programVersion();

/** Tells what runs in a process of a role. */
export const buildMetric = (role: Role): Metric => {
  const labels = { version: VERSION, role, node_major: NODE_MAJOR };
  return createGauge(
    {
      name: 'titular_build_info',
      help: 'Always 1: version of the program, role of the process and major version of Node.js.',
      labels: { version: [VERSION], role: ROLES, node_major: [NODE_MAJOR] },
    },
    () => [{ labels, value: 1 }],
  );
};

/** Tells for each cause whether it keeps this node from being ready. */
export const readinessMetric = (findCauses: () => readonly ReadinessCause[]): Metric =>
  createGauge(
    {
      name: 'titular_not_ready',
      help: 'Whether a cause keeps this node from being ready, 1 or 0.',
      labels: { cause: CAUSES },
    },
    () => {
      const causes = findCauses();
      return CAUSES.map((cause) => ({ labels: { cause }, value: causes.includes(cause) ? 1 : 0 }));
    },
  );

/** Lists the metrics of the node itself. */
export const nodeMetrics = (
  role: Role,
  watch: Pick<NodeWatch, 'found' | 'skewSeconds'>,
): readonly Metric[] => [
  buildMetric(role),
  readinessMetric(() => watch.found().causes),
  createSimpleGauge(
    {
      name: 'titular_db_clock_skew_seconds',
      help: "Seconds by which this machine's clock is surely ahead of the database's; negative where it is behind.",
    },
    () => watch.skewSeconds(),
  ),
];
