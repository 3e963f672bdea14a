import { EXPORT_HOURS } from '@titular/contract';
import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { oldestDueOf } from '../kernel/database/oldest-due.ts';
import type { Kernel, Module } from '../module.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { endExportsOf } from './erase-store.ts';
import { deleteOldExports } from './export-store.ts';
import type { ExportDeps } from './stored-export.ts';
import { writeExportTask } from './write-export.ts';

/** A file has up to some hundred parts, which go with it. */
const DELETE_BATCH = 20;

const depsOf = (kernel: Kernel, tenantKeys: TenantKeys): ExportDeps => ({
  ...kernel,
  environment: kernel.config.environment,
  tenantKeys,
});

/** Files of lists: a job writes each, and another deletes it an hour later. */
export const createExports = (kernel: Kernel, { tenantKeys }: { tenantKeys: TenantKeys }): Module => ({
  tasks: {
    'write-export': writeExportTask(depsOf(kernel, tenantKeys), 'write-export'),
    'write-person-export': writeExportTask(depsOf(kernel, tenantKeys), 'write-person-export'),
    'delete-old-exports': deleteTask(
      kernel,
      0,
      (db, _before, limit) => deleteOldExports(db, limit),
      DELETE_BATCH,
    ),
  },
  schedule: [{ task: 'delete-old-exports', match: '* * * * *', queue: 'clean-up' }],
  erase: [
    {
      goesWith: ['transactions', 'processes'],
      tables: ['export_parts'],
      erase: endExportsOf,
      // A file with persons has whoever stated an identity as well.
      alsoStated: true,
    },
  ],
  retention: [
    {
      key: 'exports',
      data: 'Files of lists that people of the staff exported, sealed',
      from: 'the file is asked for',
      days: EXPORT_HOURS / 24,
      isHeld: false,
      oldestDue: oldestDueOf('exports', 'expires_at', 0),
    },
  ],
  tables: { exports: 'person', export_parts: 'person' },
});
