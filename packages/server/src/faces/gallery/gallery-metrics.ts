import {
  createCounter,
  createGauge,
  createHistogram,
  SHORT_SECONDS,
} from '../../kernel/metrics/instruments.ts';
import type { Metric } from '../../kernel/metrics/metric.ts';
import { threadsLost } from '../search/search-threads.ts';

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

/** Galleries that gave way to others. */
export const galleryEvictions = createCounter({
  name: 'titular_gallery_evictions_total',
  help: 'Galleries of enrolled faces that left memory because another one needed the room.',
  labels: {},
});

/** What galleries hold: faces, those of the largest, bytes, and how many galleries wait for bytes. */
export type GallerySizes = {
  size(): number;
  largest(): number;
  memory(): Readonly<{ used: number; waiting: number }>;
};

/** Lists the metrics of galleries, with how much these hold. */
export const galleryMetrics = ({ size, largest, memory }: GallerySizes): readonly Metric[] => [
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
  createGauge(
    {
      name: 'titular_gallery_memory_bytes',
      help: 'Bytes that galleries of enrolled faces take in this process, of TITULAR_GALLERY_MEMORY_MB.',
      labels: {},
    },
    () => [{ labels: {}, value: memory().used }],
  ),
  createGauge(
    {
      name: 'titular_gallery_waiting',
      help: 'Galleries that are to be read and wait until others leave memory.',
      labels: {},
    },
    () => [{ labels: {}, value: memory().waiting }],
  ),
  gallerySearchSeconds,
  galleryLoads,
  galleryEvictions,
  threadsLost,
];
