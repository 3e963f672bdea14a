export { noteCode } from '@titular/server/kernel/http/observe-requests.ts';

/** Tells nobody of a request. */
export const observeRequests = (): void => undefined;
