import { readFile } from 'node:fs/promises';
import {
  findEnoughRate,
  HIGHEST_RATE,
  type LoggedRequest,
  type RatePolicy,
  simulateLimit,
} from '@titular/contract/simulate-limit';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { parseAccessLog } from '@titular/server/rate-limits/index.ts';
import type { Arguments, Command, CommandResult } from '../../frame/command.ts';
import { parseCount } from '../../frame/parse-arguments.ts';

const SHOWN = 20;

async function readLog(file: string): Promise<{ requests: LoggedRequest[]; unreadable: number }> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new OperatorRefusal('not-found', `The log cannot be read: ${error.message}`);
  });
  const log = parseAccessLog(text);
  if (log.requests.length === 0)
    throw new OperatorRefusal('invalid', `No line of ${file} contains the time of a request.`);
  return log;
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

function busiestSecond(requests: readonly LoggedRequest[]): number {
  const counts = new Map<number, number>();
  for (const { atSeconds } of requests) {
    const second = Math.floor(atSeconds);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  let most = 0;
  for (const count of counts.values()) most = Math.max(most, count);
  return most;
}

function advise(requests: readonly LoggedRequest[], policy: RatePolicy): string {
  const enough = findEnoughRate(requests, policy.burst);
  return enough === undefined
    ? `No rate would suffice with a burst of ${policy.burst}.`
    : `A rate of ${enough} per second with a burst of ${policy.burst} would have refused none.`;
}

async function simulate({ positionals: [file = ''], options, switches }: Arguments): Promise<CommandResult> {
  const ratePerSecond = parseCount(options['rate'] ?? '10', HIGHEST_RATE);
  const policy = {
    ratePerSecond,
    burst: parseCount(options['burst'] ?? String(ratePerSecond), HIGHEST_RATE),
  };
  const { requests, unreadable } = await readLog(file);
  const refusals = simulateLimit(requests, policy);
  const summary = {
    requests: requests.length,
    refused: refusals.length,
    unreadableLines: unreadable,
    from: dateOf(requests[0]?.atSeconds ?? 0),
    to: dateOf(requests.at(-1)?.atSeconds ?? 0),
    busiestSecond: busiestSecond(requests),
  };
  if (switches.has('summary'))
    return { kind: 'record', record: { ...summary }, note: advise(requests, policy) };
  const shown = switches.has('json') || switches.has('all') ? refusals : refusals.slice(0, SHOWN);
  const rest = refusals.length - shown.length;
  return {
    kind: 'rows',
    columns: ['line', 'at', 'retryAfterSeconds'],
    rows: shown.map(({ line, atSeconds, retryAfterSeconds }) => ({
      line,
      at: dateOf(atSeconds),
      retryAfterSeconds,
    })),
    note: [
      ...(rest > 0 ? [`and ${rest} more (--all shows them)`] : []),
      `${summary.refused} of ${summary.requests} requests would have been refused at ${ratePerSecond} per second with a burst of ${policy.burst}; the busiest second had ${summary.busiestSecond}.`,
      ...(unreadable > 0 ? [`${unreadable} lines contained no time and were skipped.`] : []),
      advise(requests, policy),
    ].join('\n'),
  };
}

/** What can be learned of limits without a service. */
export const limitCommands: readonly Command[] = [
  {
    name: 'limits simulate',
    summary: 'Replay an access log and list the requests that a rate limit would have refused.',
    positionals: ['access-log'],
    options: {
      rate: { value: 'N', text: 'Sustained requests per second (default: 10).' },
      burst: { value: 'N', text: 'Requests accepted at once (default: the rate).' },
      all: { text: `Show every refused request, not only the first ${SHOWN}.` },
      summary: { text: 'Print only the totals.' },
    },
    examples: [
      'titular limits simulate access.log --rate 10',
      'titular limits simulate access.log --rate 10 --burst 50 --summary --json',
    ],
    runAlone: simulate,
  },
];
