export { type Operations, openOperations } from './open-operations.ts';
export { createScrape, listProcessMetrics, type Scrape } from './scrape.ts';
