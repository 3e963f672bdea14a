import { availableParallelism } from 'node:os';
import { numberBetween } from './config-values.ts';
import type { Setting } from './setting.ts';

/** Threads of galleries where nobody says how many, and there are more cores. */
export const MAX_USUAL_THREADS = 4;

/** Threads of the gallery search where the operator names none. */
export const usualGalleryThreads = (): number => Math.min(MAX_USUAL_THREADS, availableParallelism());

/** What a process may hold of enrolled faces, and how it searches them. */
export const gallerySettings: readonly Setting[] = [
  {
    key: 'galleryMemoryMb',
    variable: 'TITULAR_GALLERY_MEMORY_MB',
    fallback: '1024',
    bounds: '16 to 1000000',
    purpose:
      'Memory in MB for the enrolled faces that this process searches, of all tenants together; about 0.75 kB per face with the engine inside, so 1024 MB hold 1.4 million. Only processes that decide take any. A gallery (the faces of one tenant, kind of identity and engine version) is read at its first search and leaves 15 minutes after the last, or sooner if another needs the room: the least recently used goes first. A search that does not fit waits. A gallery that does not fit alone is at its limit: the company setting full-gallery says what is decided then. From 80 % on, the log warns, and `/readyz` and `titular galleries list` report it.',
    parse: numberBetween(16, 1_000_000),
  },
  {
    key: 'galleryThreads',
    variable: 'TITULAR_GALLERY_THREADS',
    fallback: '',
    bounds: '1 to 64',
    purpose: `Threads that hold galleries and search them, each a part of every gallery. Default: the processor cores, at most ${MAX_USUAL_THREADS}.`,
    parse: numberBetween(1, 64),
  },
  {
    key: 'galleryLimit',
    variable: 'TITULAR_GALLERY_LIMIT',
    fallback: '',
    bounds: '1 to 1000000000',
    purpose:
      'Maximum faces of a gallery, where fewer are to be enrolled than fit into the memory, for example because of false matches (docs/decision.md). At the limit, no further face is enrolled. Above it, the gallery is not searched, because a partial search is worthless. The company setting full-gallery says what is decided then. Default: what fits into TITULAR_GALLERY_MEMORY_MB.',
    parse: numberBetween(1, 1_000_000_000),
  },
];
