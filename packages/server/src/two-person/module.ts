import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import type { Kernel, Module } from '../module.ts';
import { deleteOldActs } from './act-store.ts';

/** Acts that wait for a second person; they are of the staff and hold nothing of a person. */
export const createTwoPerson = (kernel: Kernel): Module => ({
  tasks: { 'delete-old-acts': deleteTask(kernel, 0, deleteOldActs) },
  schedule: [{ task: 'delete-old-acts', match: '*/10 * * * *', queue: 'clean-up' }],
  tables: { two_person_acts: 'deployment' },
});
