export { endStay, endStays, leaveTenant } from './end-stays.ts';
export {
  countView,
  deleteOldStays,
  findOpenStay,
  insertStay,
  type ListedStay,
  listStays,
  type Stay,
} from './stay-store.ts';
