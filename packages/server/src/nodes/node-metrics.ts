import { type ReadinessCause, readinessCauses } from '@titular/contract';
import { programVersion } from '../kernel/base/program-version.ts';
import { createGauge, createSimpleGauge } from '../kernel/metrics/instruments.ts';
import type { Metric } from '../kernel/metrics/metric.ts';
import type { NodeWatch } from './watch-node.ts';

/** Role of a process; one that does everything has this. */
export const ROLE = 'all';

const CAUSES = Object.keys(readinessCauses) as ReadinessCause[];
const NODE_MAJOR = process.versions.node.split('.')[0] ?? '';
const BUILD = { version: programVersion(), role: ROLE, node_major: NODE_MAJOR };

/** Lists the metrics of the node itself. */
export const nodeMetrics = (watch: Pick<NodeWatch, 'found' | 'skewSeconds'>): readonly Metric[] => [
  createGauge(
    {
      name: 'titular_build_info',
      help: 'Always 1: version of the program, role of the process and major version of Node.js.',
      labels: { version: [BUILD.version], role: [ROLE], node_major: [NODE_MAJOR] },
    },
    () => [{ labels: BUILD, value: 1 }],
  ),
  createGauge(
    {
      name: 'titular_not_ready',
      help: 'Whether a cause keeps this node from being ready, 1 or 0.',
      labels: { cause: CAUSES },
    },
    () => {
      const { causes } = watch.found();
      return CAUSES.map((cause) => ({ labels: { cause }, value: causes.includes(cause) ? 1 : 0 }));
    },
  ),
  createSimpleGauge(
    {
      name: 'titular_db_clock_skew_seconds',
      help: "Seconds by which this machine's clock is surely ahead of the database's; negative where it is behind.",
    },
    () => watch.skewSeconds(),
  ),
];
