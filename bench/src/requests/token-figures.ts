import type { Figure } from '../report.ts';
import type { TokenResult } from './measure-tokens.ts';

function issueFigures(
  what: string,
  one: TokenResult['bySecret'],
  { durable, inMemory }: TokenResult,
  least: number,
): Figure[] {
  const measured = one.perSecond;
  const met = measured / durable.signed.perSecond >= least;
  const beside = (name: string, other: TokenResult['bySecret']) => ({
    what,
    measured,
    unit: '/s',
    baseline: { what: `oidc-provider, ${name}`, value: other.perSecond },
  });
  return [
    {
      ...beside('clients in the same database, signed JWT', durable.signed),
      target: { text: `>= ${least}`, met },
    },
    beside('clients in the same database, opaque token', durable.opaque),
    beside('one client, all in memory, signed JWT', inMemory.signed),
    beside('one client, all in memory, opaque token', inMemory.opaque),
  ];
}

/** The lines of the report about access tokens. */
export function tokenFigures(result: TokenResult): Figure[] {
  const others = [result.durable, result.inMemory].flatMap(({ signed, opaque }) => [signed, opaque]);
  const runs = [result.bySecret, result.byAssertion, ...others];
  const failures = runs.reduce((sum, one) => sum + one.failures, 0);
  return [
    ...issueFigures('tokens by secret', result.bySecret, result, 3),
    ...issueFigures('tokens by assertion', result.byAssertion, result, 1.5),
    {
      what: 'token answers other than 200',
      measured: failures,
      unit: '',
      target: { text: '0', met: failures === 0 },
    },
    {
      what: 'check of a token seen before, median',
      measured: result.cachedCheckMicros,
      unit: 'µs',
      baseline: { what: 'its signature alone, with jose', value: result.plainCheckMicros },
      target: { text: '< 20 µs', met: result.cachedCheckMicros < 20 },
    },
  ];
}
