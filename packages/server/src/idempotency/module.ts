import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { oldestDueOf } from '../kernel/database/oldest-due.ts';
import type { Kernel, Module } from '../module.ts';
import { deleteAnswersAbout, deleteExpiredAnswers } from './idempotency-store.ts';

/** The answers that are kept for requests that named a key. */
export const createIdempotency = (kernel: Kernel): Module => ({
  tasks: { 'delete-expired-answers': deleteTask(kernel, 0, deleteExpiredAnswers) },
  schedule: [{ task: 'delete-expired-answers', match: '*/5 * * * *', queue: 'clean-up' }],
  // An answer holds the link it gave, and of a process its person.
  erase: [{ goesWith: ['links', 'processes'], tables: ['idempotency_keys'], erase: deleteAnswersAbout }],
  retention: [
    {
      key: 'idempotency-answers',
      data: 'Responses stored for an Idempotency-Key',
      from: 'the request',
      days: 1,
      isHeld: false,
      oldestDue: oldestDueOf('idempotency_keys', 'expires_at', 0),
    },
  ],
  tables: { idempotency_keys: 'person' },
});
