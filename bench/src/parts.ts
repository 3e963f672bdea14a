import { backupFigures } from './backup/backup-figures.ts';
import { measureBackup } from './backup/measure-backup.ts';
import { cardFigures } from './card/card-figures.ts';
import { measureCard } from './card/measure-card.ts';
import { daysFigures } from './days/days-figures.ts';
import { measureDays } from './days/measure-days.ts';
import { measureSpans } from './days/measure-spans.ts';
import { measureWeeks } from './days/measure-weeks.ts';
import { engineFigures } from './faces/engine-figures.ts';
import { galleryFigures } from './faces/gallery-figures.ts';
import { importsFigures } from './faces/imports-figures.ts';
import { measureEngine } from './faces/measure-engine.ts';
import { measureGallery } from './faces/measure-gallery.ts';
import { measureImports } from './faces/measure-imports.ts';
import { besideFigures, millionFigures, withinFigures } from './galleries/galleries-figures.ts';
import { measureBeside, measureWithin } from './galleries/measure-galleries.ts';
import { measureMillion } from './galleries/measure-million.ts';
import { measureMemory } from './memory/measure-memory.ts';
import { memoryFigures } from './memory/memory-figures.ts';
import { measureMetrics } from './metrics/measure-metrics.ts';
import { metricsFigures } from './metrics/metrics-figures.ts';
import { measurePage } from './page/measure-page.ts';
import { reachService } from './page/measured-service.ts';
import { pageFigures } from './page/page-figures.ts';
import type { Part } from './part.ts';
import { PORTAL_PARTS } from './portal/portal-parts.ts';
import { measurePrints } from './prints/measure-prints.ts';
import { printsFigures } from './prints/prints-figures.ts';
import { runApiPart } from './requests/api-part.ts';
import { measureTokens } from './requests/measure-tokens.ts';
import { tokenFigures } from './requests/token-figures.ts';
import { measureNeighbour, measureTenants, openStage, TENANTS_AT_ONCE } from './tenants/measure-tenants.ts';
import { costFigures, neighbourFigures, tenantFigures } from './tenants/tenant-figures.ts';
import { measureVolume } from './volume/measure-volume.ts';
import { volumeFigures } from './volume/volume-figures.ts';
import { measureWebhooks } from './webhooks/measure-webhooks.ts';
import { webhookFigures } from './webhooks/webhook-figures.ts';

/** What the bench measures, by the name that `--only` takes, in the order of a run. */
export const PARTS: Readonly<Record<string, Part>> = {
  api: {
    seconds: 6,
    measure: (openWith, seconds, _size, _megabytes, others) => runApiPart(openWith, seconds, others),
  },
  tokens: {
    seconds: 6,
    measure: async (openWith, seconds) => tokenFigures(await measureTokens(await openWith(1), seconds)),
  },
  engine: {
    seconds: 6,
    isLong: true,
    measure: async (openWith, seconds) =>
      engineFigures(await measureEngine(() => openWith(1, 'faces/serve-saturated.ts'), seconds)),
  },
  imports: {
    seconds: 1,
    measure: async (openWith) => importsFigures(await measureImports(await openWith(1))),
  },
  card: {
    seconds: 4,
    measure: async (openWith, seconds) => cardFigures(await measureCard(await openWith(1), seconds)),
  },
  memory: {
    seconds: 6,
    measure: async (openWith, seconds) => {
      const harness = await openWith(1);
      const pairOf = async (role: 'api' | 'all') => {
        const sources = await measureMemory(harness, 'fromSources', role, seconds);
        return { sources, built: await measureMemory(harness, 'built', role, seconds) };
      };
      return memoryFigures(await pairOf('api'), await pairOf('all'));
    },
  },
  metrics: {
    seconds: 6,
    isLong: true,
    measure: async (openWith, seconds) => metricsFigures(await measureMetrics(await openWith(1), seconds)),
  },
  gallery: {
    seconds: 1,
    isLong: true,
    measure: async (openWith) => (await measureGallery(await openWith(1))).flatMap(galleryFigures),
  },
  galleries: {
    seconds: 6,
    isLong: true,
    measure: async (openWith, seconds, _size, _megabytes, { faces }) => {
      const million = millionFigures(await measureMillion());
      const harness = await openWith(1, 'galleries/serve-searching.ts');
      const beside = besideFigures(await measureBeside(harness, seconds));
      return [...beside, ...withinFigures(await measureWithin(harness, faces)), ...million];
    },
  },
  page: {
    seconds: 5,
    isLong: true,
    measure: async (openWith, seconds, _size, _megabytes, { demo }) => {
      const service = demo === undefined ? await openWith(1) : await reachService(demo);
      return pageFigures(await measurePage(service, seconds));
    },
  },
  webhooks: {
    seconds: 15,
    measure: async (openWith, seconds) => webhookFigures(await measureWebhooks(await openWith(2), seconds)),
  },
  volume: {
    seconds: 20,
    isLong: true,
    measure: async (openWith, seconds, size) =>
      volumeFigures(await measureVolume(await openWith(1), size, seconds)),
  },
  days: {
    seconds: 1,
    isLong: true,
    measure: async (openWith) => {
      const harness = await openWith(1);
      return daysFigures(
        await measureDays(harness),
        await measureWeeks(harness),
        await measureSpans(harness),
      );
    },
  },
  prints: {
    seconds: 1,
    isLong: true,
    measure: async (openWith, _seconds, _size, _mb, { prints }) =>
      printsFigures(await measurePrints(await openWith(1), prints)),
  },
  backup: {
    seconds: 1,
    isLong: true,
    measure: async (openWith, _seconds, _size, megabytes) =>
      backupFigures(await measureBackup(await openWith(1), megabytes)),
  },
  ...PORTAL_PARTS,
  tenants: {
    seconds: 60,
    measure: async (openWith, seconds) => {
      const harness = await openWith(TENANTS_AT_ONCE);
      const stage = await openStage(harness);
      try {
        const tenants = tenantFigures(await measureTenants(harness, stage, seconds));
        const { neighbour, cost } = await measureNeighbour(harness, stage, Math.ceil(seconds / 9));
        return [...tenants, ...neighbourFigures(neighbour), ...costFigures(cost)];
      } finally {
        await stage.close();
      }
    },
  },
};
