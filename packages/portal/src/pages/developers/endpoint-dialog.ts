import type { EndpointView } from '@titular/contract';

/** The dialog that is open on the page of endpoints, and which endpoint it is about. */
export type EndpointDialog =
  | { kind: 'add' }
  | { kind: 'change' | 'rotate' | 'switch' | 'delete'; endpoint: EndpointView };

/** Names under which unsent forms outlive the lock. */
export const endpointForms = {
  add: (tenantId: string): string => `endpoint of ${tenantId}`,
  change: (endpointId: string): string => `endpoint ${endpointId}`,
  rotate: (endpointId: string): string => `secret of endpoint ${endpointId}`,
};

/** What every dialog gets; `onChanged` reads the list again. */
export type DialogProps = { onChanged(): void; onClose(): void };
