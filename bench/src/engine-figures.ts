import type { EngineResult } from './measure-engine.ts';
import type { Figure } from './report.ts';

const below = (value: number, limit: number): NonNullable<Figure['target']> => ({
  text: `< ${limit} ms`,
  met: value < limit,
});

/** The lines of the report about the face engine. */
export function engineFigures(result: EngineResult): Figure[] {
  const { engine, plain, attempt, api, threadMegabytes, offered } = result;
  const peak = Math.max(...Object.values(offered).map(({ measured }) => measured));
  const { aloneP95Ms, plainP95Ms, atOnceP95Ms } = attempt;
  const failures = api.resting.failures + api.saturated.failures;
  return [
    {
      what: 'faces on all cores',
      measured: engine,
      unit: '/s',
      baseline: { what: 'one plain face-api call at a time', value: plain },
      target: { text: '>= 1.8', met: engine / plain >= 1.8 },
    },
    {
      what: 'attempt of 6 frames alone, p95',
      measured: aloneP95Ms,
      unit: 'ms',
      baseline: { what: 'plain face-api', value: plainP95Ms },
      target: below(aloneP95Ms, 1500),
    },
    {
      what: 'attempt of 6 frames, 8 at once, p95',
      measured: atOnceP95Ms,
      unit: 'ms',
      baseline: { what: 'alone', value: aloneP95Ms },
      target: below(atOnceP95Ms, 4000),
    },
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
    {
      what: 'faces measured when 5 times as many are offered',
      measured: offered[5].measured,
      unit: '/s',
      baseline: { what: 'the most at 1, 2 and 5 times', value: peak },
      target: { text: '>= 0.8', met: offered[5].measured / peak >= 0.8 },
    },
    {
      what: 'time of a face that is measured then, p99',
      measured: offered[5].p99Ms,
      unit: 'ms',
      baseline: { what: 'at once what it can', value: offered[1].p99Ms },
      target: below(offered[5].p99Ms, 1000),
    },
    { what: 'memory of each thread of the engine', measured: threadMegabytes, unit: 'MB' },
  ];
}
