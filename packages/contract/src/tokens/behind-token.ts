import type { ErrorCode } from '../errors.ts';

/** Codes that every operation behind an access token may answer. */
export const BEHIND_TOKEN = [
  '40001',
  '40090',
  '40091',
  '40301',
  '42901',
  '42902',
  '50001',
] as const satisfies readonly ErrorCode[];
