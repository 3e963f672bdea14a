import {
  createCounter,
  createGauge,
  createHistogram,
  SHORT_SECONDS,
} from '../../kernel/metrics/instruments.ts';
import type { Metric } from '../../kernel/metrics/metric.ts';

/** Seconds of a search. */
export const gallerySearchSeconds = createHistogram({
  name: 'titular_gallery_search_seconds',
  help: 'Seconds of a search among the enrolled faces of a tenant, with what had to be read for it.',
  labels: {},
  buckets: SHORT_SECONDS,
});

/** Galleries that were read as a whole. */
export const galleryLoads = createCounter({
  name: 'titular_gallery_loads_total',
  help: 'Galleries of enrolled faces that were read from the database as a whole.',
  labels: {},
});

/** How many faces galleries hold: all of them, and the largest. */
export type GallerySizes = { size(): number; largest(): number };

/** Lists the metrics of galleries, with how much these hold. */
export const galleryMetrics = ({ size, largest }: GallerySizes): readonly Metric[] => [
  createGauge(
    {
      name: 'titular_gallery_faces',
      help: 'Enrolled faces that this process holds in memory, of all galleries and of the largest.',
      labels: { galleries: ['all', 'largest'] },
    },
    () => [
      { labels: { galleries: 'all' }, value: size() },
      { labels: { galleries: 'largest' }, value: largest() },
    ],
  ),
  gallerySearchSeconds,
  galleryLoads,
];
