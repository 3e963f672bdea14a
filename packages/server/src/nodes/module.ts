import type { Kernel, Module } from '../module.ts';
import { deadNodesSweep, type ReleaseWork } from './dead-nodes.ts';
import { healthRoutes } from './health-routes.ts';
import { nodeMetrics } from './node-metrics.ts';
import type { NodeWatch } from './watch-node.ts';

/** The processes on one database, and whether this one can serve. */
export const createNodes = (
  { config }: Kernel,
  nodeWatch: Pick<NodeWatch, 'readiness' | 'found' | 'skewSeconds' | 'steadyMs' | 'nodeId'>,
  releaseWork: ReleaseWork,
): Module => ({
  routes: healthRoutes({ nodeWatch }),
  tables: { nodes: 'deployment' },
  metrics: nodeMetrics(config.role, nodeWatch),
  start: async () => ({
    sweep: deadNodesSweep(nodeWatch, releaseWork),
    stop: async () => undefined,
  }),
});
