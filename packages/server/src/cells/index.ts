export { abortMove } from './abort-move.ts';
export type { End, MoveDeps } from './end.ts';
export { endLeftWork, nameConnections } from './left-work.ts';
export { lockMove } from './lock-move.ts';
export { moveTenant } from './move-tenant.ts';
