import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import type { Kernel, Module } from '../module.ts';
import { CELL_TABLES, deleteOldCells } from './clear-store.ts';
import { FIGURE_DAYS, type FoldLeft, foldFigures } from './fold-figures.ts';

/** Figures of transactions, which a job counts each minute. */
export const createFigures = (kernel: Kernel): Module => ({
  tasks: {
    'fold-figures': batchTask((run, left) => foldFigures(kernel, run, left as FoldLeft)),
    'delete-old-figures': deleteTask(kernel, FIGURE_DAYS, async (db, before, limit) => {
      let most = 0;
      for (const table of CELL_TABLES) most = Math.max(most, await deleteOldCells(db, table, before, limit));
      return most;
    }),
  },
  schedule: [
    // A queue of its own: behind a long clean-up, figures would be late.
    { task: 'fold-figures', match: '* * * * *', queue: 'figures' },
    { task: 'delete-old-figures', match: '*/10 * * * *', queue: 'clean-up' },
  ],
  tables: {
    figure_progress: 'deployment',
    transaction_hours: 'deployment',
    reason_hours: 'deployment',
    open_hours: 'deployment',
  },
});
