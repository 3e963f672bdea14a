export { orderHash } from './api-call.ts';
export { redactCallsOfOrders } from './api-call-store.ts';
export { searchCalls } from './search-calls.ts';
