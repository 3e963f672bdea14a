import type { Deployment, DeploymentNode } from '@titular/contract';
import type { Clock } from '../../kernel/base/clock.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { readWaitingJobs } from '../../kernel/jobs/job-metrics.ts';
import { listDifferences, listNodes, type SeenNode } from '../../nodes/index.ts';
import { readOldestDueSeconds } from '../../webhooks/index.ts';
import { listWorkloads, readDatabase, type Workload } from './deployment-store.ts';

/** What one that went silent has of a workload. */
const NOTHING: Omit<Workload, 'nodeId'> = { lagMs: undefined, jobs: 0, deliveries: 0 };

function describeNode(node: SeenNode, { lagMs, jobs, deliveries }: Omit<Workload, 'nodeId'>): DeploymentNode {
  const { name, version, engineVersion, answersCalls, isLive, causes, skewSeconds } = node;
  return {
    ...{ name, version, answersCalls, isLive, causes: [...causes], jobs, deliveries },
    ...(engineVersion === undefined ? {} : { engineVersion }),
    ...(lagMs === undefined ? {} : { lagMs }),
    startedAt: node.startedAt.toISOString(),
    seenAt: node.seenAt.toISOString(),
    skewSeconds: Number(skewSeconds.toFixed(3)),
  };
}

/** The deployment now; of processes those that were there within the last hour, so that one that went silent is seen. */
export async function readDeployment(db: Db, clock: Clock): Promise<Deployment> {
  const nodes = await listNodes(db);
  const workloads = new Map((await listWorkloads(db)).map((one) => [one.nodeId, one]));
  const oldest = await readOldestDueSeconds(db, clock.now());
  const jobs = await readWaitingJobs(db);
  return {
    nodes: nodes.flatMap((node) => {
      const workload = workloads.get(node.nodeId) ?? (node.isLive ? NOTHING : undefined);
      return workload ? [describeNode(node, workload)] : [];
    }),
    differences: listDifferences(nodes).map(({ setting }) => setting),
    jobs: { ...jobs, oldestSeconds: Math.floor(jobs.oldestSeconds) },
    webhooks: { oldestSeconds: Math.max(0, Math.floor(oldest)) },
    database: await readDatabase(db),
  };
}
