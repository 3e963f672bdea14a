import type { Config } from './setting.ts';

/** Settings that all nodes of a deployment must have in common, by variable; none is secret. */
const SHARED = {
  TITULAR_ENV: 'environment',
  TITULAR_PUBLIC_URL: 'publicUrl',
  TITULAR_MATCH_THRESHOLD: 'matchThreshold',
} as const;

/** Reads the settings that must be equal on all nodes, as each writes them to its row. */
export const sharedSettings = (config: Config): Record<string, string> =>
  Object.fromEntries(Object.entries(SHARED).map(([variable, key]) => [variable, String(config[key])]));
