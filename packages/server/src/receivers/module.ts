import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import type { Kernel, Module } from '../module.ts';
import { deleteOldAccesses } from './access-store.ts';

/** Days for which an access that is over stays: a node whose clock is behind must still find it over. */
const MARGIN_DAYS = 1 / 24;

/** Links and sessions of those who run receivers; they are of a merchant's developers and hold nothing of a person who is verified. */
export const createReceivers = (kernel: Kernel): Module => ({
  tasks: { 'delete-old-receivers': deleteTask(kernel, MARGIN_DAYS, deleteOldAccesses) },
  schedule: [{ task: 'delete-old-receivers', match: '*/10 * * * *', queue: 'clean-up' }],
  tables: { receiver_accesses: 'deployment' },
});
