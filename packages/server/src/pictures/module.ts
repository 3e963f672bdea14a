import { createDatabaseGauge } from '../kernel/database/database-gauge.ts';
import type { Kernel, Module } from '../module.ts';
import { deleteDueTask } from './delete-due.ts';
import { countDues } from './due-store.ts';
import { createPictures, type Pictures } from './pictures.ts';
import type { WatchedObjects } from './watch-objects.ts';

/** Sealed pictures, and what deletes their objects. */
export type PicturesModule = Module & { pictures: Pictures };

const duesGauge = createDatabaseGauge(
  {
    name: 'titular_objects_due',
    help: 'Objects of the object store of pictures that are to be deleted: those of deleted rows, and those that no row has after an hour.',
    labels: {},
  },
  async (db) => [{ labels: {}, value: (await countDues(db)).due }],
);

/** Keeps pictures where the configuration says, and deletes objects that no row has any more. */
export function createPicturesModule(
  { config, db, clock }: Kernel,
  { objects }: { objects: WatchedObjects | undefined },
): PicturesModule {
  return {
    pictures: createPictures({ db, clock, objects, isForNew: config.picturePlace === 'objects' }),
    tasks: { 'delete-due-objects': deleteDueTask(db, objects) },
    schedule: [{ task: 'delete-due-objects', match: '* * * * *', queue: 'objects' }],
    metrics: [duesGauge, ...(objects?.metrics ?? [])],
    tables: { object_dues: 'person' },
    ...(objects ? { start: async () => objects.start() } : {}),
  };
}
