import { createCounter, createSimpleGauge } from '../../metrics/instruments.ts';

/** What a shed request asked for. */
export type ShedWork = 'call' | 'token';

/** Requests that were shed, by what they asked for and whether their caller was known. */
export const requestsShed = createCounter({
  name: 'titular_requests_shed_total',
  help: 'Requests refused unread because the process could not keep up; they are in no other count of requests.',
  labels: { work: ['call', 'token'], caller: ['known', 'unknown'] },
});

let limit: number | undefined;

/** Keeps the limit of this process for its gauge. */
export function showLimit(value: number | undefined): void {
  limit = value;
}

/** The limit as it is. */
export const requestLimit = createSimpleGauge(
  {
    name: 'titular_requests_limit',
    help: 'Requests of merchants that may be under way at once in an overloaded process; 0 while it keeps up.',
  },
  () => limit ?? 0,
);
