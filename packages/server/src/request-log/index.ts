export { orderHash } from './api-call.ts';
export { type CallRow, insertCalls, redactCallsOfOrders } from './api-call-store.ts';
export { readCallTimes } from './call-times.ts';
export { countRefusals, createRefusalCounter, type RefusalCounter } from './count-refusals.ts';
export { findLastCallAt } from './newest-call-store.ts';
export { searchNewestCalls } from './newest-calls.ts';
export { redactLateCalls } from './redact-late-calls.ts';
export { searchCalls } from './search-calls.ts';
