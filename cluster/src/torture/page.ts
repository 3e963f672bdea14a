import type { TrialRecord } from '../run-trial.ts';
import type { Figure, Table } from '../trial.ts';
import type { Size } from './phases.ts';
import { type Run, tableOfRuns } from './runs.ts';

const HEAD = `# Figures of the torture suite

What was done to a deployment of two API processes, a worker and a database, and what it lost by it. Written by \`npm run torture\`, never by hand.
Times depend on the machine and on what else runs there; the counts do not, but for those of what did not come within a limit.`;

const LIMITS = `## What this does not show

- Power loss is only imitated: kill -9 of the postmaster, whose writes the kernel keeps.
- One machine: no real failover. Clocks are stepped for single processes and for the database, not for the machine.
- The seed draws kills with their points, what the load asks for, bad input and pictures. It draws no times: when a kill, a fault or a call comes, and which statement meets a fault, is the machine's.
- Calls of the database fail by strace (R83), and clocks by faketime (R84): where one is missing, its figure says so.
- A statement fails by what the proxy makes of it: the server itself refuses, and is never half done; torture-names.json has the name of every point of a long run. Captures show no face here; decisions about faces fail in tests of their own (R76).
- Faults of the network are made between the service and its database, by a proxy; packets are lost by nft, where it is installed and may be used.
- The judge reads what a database shows, by statements of its own; a place of the audit log is hashed by the database's own function.
- I1 compares what a row shows in clear, and keyed hashes of three persons and their cards within a tenant; what is sealed is opened nowhere. I4 compares reads that did not overlap, and all of them with histories.
- I6 looks at answers, lists, webhooks with the endpoint that they came to, links, what opens a capture page, and what a neighbour may change; pages of the portal and exports are looked at in tests of their own.
- I7 looks for persons in rows, logs and files; in rows and logs also in capitals, in small letters and with signs. In logs and files it looks for secrets of the demo, the neighbour and two tenants whose webhooks are sent, a key, and four access tokens and codes of links; in logs for all codes. In files it looks in clear alone, not in base64.
- I8 looks at windows of up to 2,000 requests of one tenant. Each crash of the database gives a burst more, because budgets are not logged. Windows within a fault of its disk or a step of its clock are left out.
- I9 covers every create, read, cancel, approval and token of the load, and every status that bad input met; what a token itself holds is judged by what it opens.
- I10 counts rows of tenants, of accounts, and of endpoints that the API made or deleted; other acts are counted in tests of their own.
- Twins are one in ten creates of the load; in phases in which answers are lost, both of a pair may say nothing.
- Races are creates, cancels against approvals, and assertions; captures and rotations contend in tests of their own.
- The database's disk lies in memory, so that it can be filled: its fsync costs nothing there.
- Attacks on a face are not measured here, and no accredited result stands behind any of it.`;

const row = ({ what, value, target, isMet }: Figure): string =>
  `| ${what} | ${value} | ${target ? `${target}: ${isMet ? 'met' : 'MISSED'}` : ''} |`;

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const describeTable = ({ head, rows }: Table): string =>
  [head, head.map(() => '---'), ...rows].map(lineOf).join('\n');

/** The page of one run, with a row for each of the last long ones. */
export function torturePage(
  size: Size,
  { choices, tables, ...about }: TrialRecord,
  runs: readonly Run[] = [],
): string {
  const long = tableOfRuns(runs);
  const missed = about.figures.filter(({ isMet }) => isMet === false).length;
  return [
    HEAD,
    ['```sh', `npm run torture -- --seed ${choices.seed} --size ${size}`, '```'].join('\n'),
    `At ${about.date.slice(0, 16).replace('T', ' ')} UTC, commit ${about.commit}, in ${about.seconds} s. Machine: ${about.machine}.
Load average before ${about.loadBefore}; after ${about.loadAfter}. ${about.versions.join('; ')}. Targets missed: ${missed}.`,
    ...(long ? [`## The last long runs\n\n${describeTable(long)}`, '## This run'] : []),
    ...(tables ?? []).map(describeTable),
    ['| what | measured | target |', '| --- | --- | --- |', ...about.figures.map(row)].join('\n'),
    LIMITS,
  ]
    .join('\n\n')
    .concat('\n');
}
