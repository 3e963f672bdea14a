export { type Operations, openOperations } from './open-operations.ts';
export { createScrape, listProcessMetrics } from './scrape.ts';
