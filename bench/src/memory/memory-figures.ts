import type { Figure } from '../report.ts';
import type { MemoryResult } from './measure-memory.ts';

/** What a process of the role `api` may hold after load, and all of a service with two processes of its engine, in MB. */
const API_MB = 150;
const ALL_MB = 400;

/** A service as `npm start` runs it, and the same from its sources. */
export type Pair = { built: MemoryResult; sources: MemoryResult };

const under = (measured: number, megabytes: number) => ({
  text: `< ${megabytes} MB`,
  met: measured < megabytes,
});

const wholeOf = ({ service, engines }: MemoryResult): number =>
  engines.reduce((sum, megabytes) => sum + megabytes, service.proportional);

const beside = (what: string, pair: Pair, of: (result: MemoryResult) => number, limit: number): Figure => ({
  ...{ what, measured: of(pair.built), unit: 'MB' },
  baseline: { what: 'from its sources', value: of(pair.sources) },
  target: under(of(pair.built), limit),
});

/** The lines of the report. */
export const memoryFigures = (api: Pair, all: Pair): Figure[] => [
  beside('role api after the load, alone (RSS)', api, ({ service }) => service.resident, API_MB),
  beside('role api after the load, its share (PSS)', api, ({ service }) => service.proportional, API_MB),
  beside('role all after the load with two processes of its engine (PSS)', all, wholeOf, ALL_MB),
  ...(['built', 'sources'] as const).map((program) => ({
    ...{ what: `calls that role api had answered, ${program}`, measured: api[program].answered, unit: '' },
  })),
  {
    ...{ what: 'role api: from its start until it is ready', measured: api.built.startMs, unit: 'ms' },
    baseline: { what: 'from its sources', value: api.sources.startMs },
  },
];
