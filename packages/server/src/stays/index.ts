export { endStay, endStays, leaveTenant } from './end-stays.ts';
export {
  deleteOldStays,
  findOpenStay,
  insertStay,
  type ListedStay,
  listStays,
  recordView,
  type Stay,
} from './stay-store.ts';
