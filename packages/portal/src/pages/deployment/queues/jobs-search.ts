import type { PortalBody } from '@titular/contract';

/** Which failing jobs the page shows, as the address says. */
export type JobsSearch = { state?: PortalBody<'searchJobs'>['state']; task?: string };

const TASK = /^[a-z][a-z0-9-]{0,60}$/;

/** Reads the address; what is not understood is left out. */
export function parseJobsSearch(search: Readonly<Record<string, unknown>>): JobsSearch {
  const { state, task } = search;
  if (state !== 'failing' && state !== 'failed') return {};
  return { state, ...(typeof task === 'string' && TASK.test(task) ? { task } : {}) };
}
