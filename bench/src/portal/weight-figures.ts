import { buildFiles, weighRoutes } from '@titular/portal/route-weight.ts';
import type { Figure } from '../report.ts';

const MAX_KB: Readonly<Record<string, number>> = { 'sign-in': 95, 'every page': 150 };
const MAX_ROUTE_KB = 60;

/** What a browser fetches for each route of the portal, after gzip, beside its limit. */
export async function weightFigures(): Promise<Figure[]> {
  return weighRoutes(await buildFiles()).map(({ route, js, css }) => {
    const most = MAX_KB[route] ?? MAX_ROUTE_KB;
    return {
      what: `script for ${route}, with ${(css / 1_000).toFixed(1)} kB of style`,
      measured: js / 1_000,
      unit: 'kB',
      baseline: { what: 'its limit', value: most },
      target: { text: `<= ${most} kB`, met: js <= most * 1_000 },
    };
  });
}
