import type { EndpointView } from '@titular/contract';

/** The dialog that is open on the page of endpoints, and which endpoint it is about. */
export type EndpointDialog =
  | { kind: 'add' }
  | { kind: 'change' | 'rotate' | 'switch' | 'delete'; endpoint: EndpointView };

/** What every dialog gets; `onChanged` reads the list again. */
export type DialogProps = { onChanged(): void; onClose(): void };
