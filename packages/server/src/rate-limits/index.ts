export type { RatePolicy } from './budget.ts';
export { parseAccessLog } from './parse-access-log.ts';
export { findEnoughRate, type LoggedRequest, simulateLimit } from './simulate-limit.ts';
