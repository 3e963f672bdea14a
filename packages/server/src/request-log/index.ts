export { orderHash } from './api-call.ts';
export { redactCallsOfOrders } from './api-call-store.ts';
export { countRefusals, createRefusalCounter } from './count-refusals.ts';
export { searchNewestCalls } from './newest-calls.ts';
export { searchCalls } from './search-calls.ts';
