export { abortMove } from './abort-move.ts';
export type { End, MoveDeps, MoveNews } from './end.ts';
export { lockMove, type MoveLock } from './lock-move.ts';
export { type MoveOptions, moveTenant } from './move-tenant.ts';
export { TABLE_TRANSFERS, type TableTransfer } from './replication/table-transfers.ts';
