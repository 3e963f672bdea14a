import type { Figure } from '../report.ts';
import type { AttemptTimes, EngineResult } from './measure-engine.ts';

const below = (value: number, limit: number): NonNullable<Figure['target']> => ({
  text: `< ${limit} ms`,
  met: value < limit,
});

const PLAIN = 'one plain face-api call at a time';

/** A line whose target is a ratio to its baseline that is to be reached. */
function atLeast(
  what: string,
  unit: string,
  [measured, value]: readonly [number, number],
  baseline: string,
  least: number,
): Figure {
  const target = { text: `>= ${least}`, met: measured / value >= least };
  return { what, measured, unit, baseline: { what: baseline, value }, target };
}

/** A line whose target is a ratio to its baseline that is not to be passed. */
function atMost(
  what: string,
  unit: string,
  [measured, value]: readonly [number, number],
  baseline: string,
  most: number,
): Figure {
  const target = { text: `<= ${most.toFixed(2)}`, met: measured / value <= most };
  return { what, measured, unit, baseline: { what: baseline, value }, target };
}

function faceFigures({ faces, cpu }: EngineResult): Figure[] {
  const { full, onDemand, plain, cpuMs } = faces;
  const alone = `in one process, processor time a frame (${cpu.rounds} rounds)`;
  const within = 'processor time a frame, engine and this process';
  const call = 'plain face-api call';
  return [
    atLeast('faces on all cores, all checks on every frame', '/s', [full, plain], PLAIN, 5),
    atLeast('faces on all cores, one frame in six as wanted', '/s', [onDemand, plain], PLAIN, 8),
    atMost(`${alone}, all checks`, 'ms', [cpu.full, cpu.plain], call, 1 / 3),
    atMost(`${alone}, one in six as wanted`, 'ms', [cpu.onDemand, cpu.plain], call, 1 / 4.5),
    {
      what: `${within}, all checks`,
      measured: cpuMs.full,
      unit: 'ms',
      baseline: { what: call, value: cpuMs.plain },
    },
    {
      what: `${within}, one in six as wanted`,
      measured: cpuMs.onDemand,
      unit: 'ms',
      baseline: { what: call, value: cpuMs.plain },
    },
  ];
}

const ATTEMPTS: readonly [what: string, of: (times: AttemptTimes) => number][] = [
  ['attempt of 6 frames alone, p95', ({ aloneP95Ms }) => aloneP95Ms],
  ['attempt of 6 frames, 8 at once, p95', ({ atOnceP95Ms }) => atOnceP95Ms],
  ['the same with one frame as wanted', ({ onDemandAtOnceP95Ms }) => onDemandAtOnceP95Ms],
];

/** Beside WebAssembly and all checks on every frame. */
const attemptFigures = ({ attempt, before }: EngineResult): Figure[] =>
  ATTEMPTS.map(([what, of], index) =>
    // A frame that is not as wanted costs WebAssembly less too: the last line stands beside all checks.
    atMost(
      what,
      'ms',
      [of(attempt), index < 2 ? of(before) : before.atOnceP95Ms],
      'WebAssembly, all checks',
      0.35,
    ),
  );

function loadFigures({ api, offered }: EngineResult): Figure[] {
  const failures = api.resting.failures + api.saturated.failures;
  const peak = Math.max(...Object.values(offered).map(({ measured }) => measured));
  return [
    {
      what: 'status read at 100/s while the engine is full, p99',
      measured: api.saturated.p99Ms,
      unit: 'ms',
      baseline: { what: 'while it rests', value: api.resting.p99Ms },
      target: below(api.saturated.p99Ms, 100),
    },
    { what: 'faces measured beside those reads', measured: api.facesMeanwhile, unit: '/s' },
    {
      what: 'status reads other than 200',
      measured: failures,
      unit: '',
      target: { text: '0', met: failures === 0 },
    },
    atLeast(
      'faces measured when 5 times as many are offered',
      '/s',
      [offered[5].measured, peak],
      'the most at 1, 2 and 5 times',
      0.9,
    ),
    {
      what: 'time of a face that is measured then, p99',
      measured: offered[5].p99Ms,
      unit: 'ms',
      baseline: { what: 'at once what it can', value: offered[1].p99Ms },
      target: below(offered[5].p99Ms, 1000),
    },
  ];
}

function processFigures({ megabytes: { service, engine }, kills }: EngineResult): Figure[] {
  const all = engine.reduce((sum, one) => sum + one, service);
  return [
    { what: 'memory of the service after that load (PSS)', measured: service, unit: 'MB' },
    ...engine.map((measured, index) => ({
      what: `memory of process ${index + 1} of its engine (PSS)`,
      measured,
      unit: 'MB',
    })),
    { what: 'all of them', measured: all, unit: 'MB', target: { text: '< 500 MB', met: all < 500 } },
    { what: 'attempts measured to their end meanwhile', measured: kills.attempts, unit: '' },
    {
      what: `attempts lost by ${kills.kills} processes killed`,
      measured: kills.lost,
      unit: '',
      target: { text: '0, engine usable', met: kills.lost === 0 && kills.isUsable },
    },
  ];
}

/** The lines of the report about the face engine. */
export const engineFigures = (result: EngineResult): Figure[] => [
  ...faceFigures(result),
  ...attemptFigures(result),
  ...loadFigures(result),
  ...processFigures(result),
];
