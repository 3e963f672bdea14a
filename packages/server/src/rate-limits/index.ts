export { parseAccessLog } from './parse-access-log.ts';
export { readBudget } from './read-budget.ts';
