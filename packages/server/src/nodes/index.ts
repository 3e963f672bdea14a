export { type Difference, engineFits, listDifferences } from './compare-nodes.ts';
export { type DatabaseClock, openDatabaseClock } from './database-clock.ts';
export { holdLifeLock, type ReleaseWork } from './dead-nodes.ts';
export { replyReadiness } from './health-routes.ts';
export { buildMetric, readinessMetric } from './node-metrics.ts';
export { deleteNode, enterNode, listNodes, type Node, type SeenNode, saveNode } from './node-store.ts';
export {
  lackOf,
  listKeyHoldings,
  type Preparation,
  prepareMasterKey,
  readPreparedKey,
  requireKeyEverywhere,
} from './prepare-master-key.ts';
export { SKEW_LIMITS } from './readiness.ts';
export { startRenewing } from './renew-node.ts';
export { MAX_RETRIED, retryJobs } from './retry-jobs.ts';
export { type NodeWatch, OWN_CONNECTIONS, startNodeWatch, type WatchDeps } from './watch-node.ts';
