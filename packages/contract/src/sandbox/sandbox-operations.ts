import type { OperationNotes } from '../operations.ts';
import { BEHIND_TOKEN } from '../tokens/behind-token.ts';

/** What the documentation says of the operations of the sandbox. */
export const sandboxNotes = {
  listScenarios: {
    tag: 'Sandbox',
    description:
      'Lists the scenarios: what each leads to, by which steps, and the identity that selects it when no header is sent. Test environment only; in production the operation does not exist (`40400`).',
    codes: [...BEHIND_TOKEN],
  },
  stepTransaction: {
    tag: 'Sandbox',
    description:
      'Makes one thing happen to a live transaction immediately: it is approved, it expires, an attempt is too dark. History, events and webhooks follow as usual. A step that the present status does not allow is refused with `40092`. Test environment only; in production the operation does not exist (`40400`).',
    codes: [...BEHIND_TOKEN, '40002', '40004', '40092', '40401'],
  },
} as const satisfies Record<string, OperationNotes>;
