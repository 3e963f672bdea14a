import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { oldestDueOf } from '../kernel/database/oldest-due.ts';
import type { Kernel, Module } from '../module.ts';
import { deleteOldTraces, deleteTracesOf } from './subject-trace-store.ts';

/** Days for which what follows a create is put into its trace: the longest life of a link, and the attempts of a webhook. */
const TRACE_DAYS = 14;

/** The traces of creates that are stored for what follows them. */
export const createTraces = (kernel: Kernel): Module => ({
  tasks: { 'delete-old-traces': deleteTask(kernel, TRACE_DAYS, deleteOldTraces) },
  schedule: [{ task: 'delete-old-traces', match: '*/10 * * * *', queue: 'clean-up' }],
  erase: [{ tables: ['subject_traces'], erase: deleteTracesOf }],
  retention: [
    {
      key: 'traces',
      data: 'Trace ids of the requests that created transactions and processes',
      from: 'the request',
      days: TRACE_DAYS,
      isHeld: false,
      oldestDue: oldestDueOf('subject_traces', 'created_at', TRACE_DAYS),
    },
  ],
  tables: { subject_traces: 'person' },
});
