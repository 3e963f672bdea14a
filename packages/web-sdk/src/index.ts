import { createDoors, type Doors } from './sdk-api.ts';
import { defineTitularCheck } from './titular-check.ts';

export { TitularError } from './titular-error.ts';
export type * from './types.ts';

const doors: Doors = createDoors();

/** Says where the service is and how to show its page; throws a `TitularError` with `invalid_options` when it cannot be so. */
export const init: Doors['init'] = doors.init;
/** Opens the page with the client of the last `init`. */
export const open: Doors['open'] = doors.open;
/** Takes the page of the last `init` away. */
export const close: Doors['close'] = doors.close;

defineTitularCheck();
