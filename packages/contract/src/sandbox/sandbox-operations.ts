import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

/** What the documentation says of the operations of the sandbox. */
export const sandboxNotes = {
  listScenarios: {
    tag: 'Sandbox',
    description:
      'Answers the catalogue of scenarios: what each leads to, by which steps, and the identity that chooses it where the header does not. Only in the test environment; in production there is no such operation (`40400`).',
    codes: [...BEHIND_TOKEN],
  },
  stepTransaction: {
    tag: 'Sandbox',
    description:
      'Lets one thing happen to a live transaction at once: it is approved, it expires, an attempt is too dark. History, events and webhooks follow as they always do. What its status does not let happen is refused with `40092`. Only in the test environment; in production there is no such operation (`40400`).',
    codes: [...BEHIND_TOKEN, '40002', '40004', '40092', '40401'],
  },
} as const satisfies Record<string, OperationNotes>;
