import type { Figure } from '../report.ts';
import type { Delays, WebhookResult } from './measure-webhooks.ts';

const throughput = (what: string, measured: number, plain: number): Figure => ({
  what,
  measured,
  unit: '/s',
  baseline: { what: 'loop of fetch, 50 at once, no database', value: plain },
  target: { text: '>= 1000 /s', met: measured >= 1000 },
});

const beside = (what: string, { p95Ms }: Delays, alone: Delays, target: Figure['target']): Figure => ({
  what,
  measured: p95Ms,
  unit: 'ms',
  baseline: { what: 'alone', value: alone.p95Ms },
  ...(target ? { target } : {}),
});

/** The lines of the report about webhooks. */
export function webhookFigures(result: WebhookResult): Figure[] {
  const { alone, besideHanging, besideBacklog, plain } = result;
  const medianRatio = besideBacklog.medianMs / alone.medianMs;
  const lost = alone.lost + besideHanging.lost + besideBacklog.lost;
  return [
    throughput('webhooks to one endpoint', result.oneEndpoint, plain),
    throughput('webhooks to ten endpoints', result.tenEndpoints, plain),
    {
      what: 'commit to first byte, median, 20 events/s',
      measured: alone.medianMs,
      unit: 'ms',
      target: { text: '< 50 ms', met: alone.medianMs < 50 },
    },
    beside('commit to first byte, p95, beside 20 endpoints that hang', besideHanging, alone, {
      text: '< 2000 ms',
      met: besideHanging.p95Ms < 2000,
    }),
    beside('commit to first byte, p95, beside 100,000 waiting events', besideBacklog, alone, undefined),
    {
      what: 'commit to first byte, median, beside 100,000 waiting events',
      measured: besideBacklog.medianMs,
      unit: 'ms',
      baseline: { what: 'alone', value: alone.medianMs },
      target: { text: '<= 1.2', met: medianRatio <= 1.2 },
    },
    {
      what: 'events of the living endpoint that did not arrive',
      measured: lost,
      unit: '',
      target: { text: '0', met: lost === 0 },
    },
    { what: 'memory of the server after the load', measured: result.residentMegabytes, unit: 'MB' },
  ];
}
