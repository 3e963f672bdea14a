export { abortMove } from './abort-move.ts';
export type { End, MoveDeps } from './end.ts';
export { lockMove } from './lock-move.ts';
export { moveTenant } from './move-tenant.ts';
