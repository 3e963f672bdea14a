import type { Config } from './setting.ts';

/** Settings that all nodes of a deployment must have in common, by variable; none is secret. */
const SHARED = {
  TITULAR_ENV: 'environment',
  TITULAR_PUBLIC_URL: 'publicUrl',
  TITULAR_MATCH_THRESHOLD: 'matchThreshold',
  TITULAR_OBJECTS_URL: 'objectsUrl',
  TITULAR_CARD_EVIDENCE_URL: 'cardEvidenceUrl',
  TITULAR_OIDC_ISSUER: 'oidcIssuer',
  TITULAR_OIDC_CLIENT_ID: 'oidcClientId',
} as const;

const LIFETIME = 'TITULAR_LINK_LIFETIME_SECONDS';
/** Follows the number where nobody set it: then unopened links do not keep to it. */
const NOT_SET = ' (not set)';

/** Reads the settings that must be equal on all nodes, as each writes them to its row. */
export const sharedSettings = (config: Config): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(SHARED).map(([variable, key]) => [variable, String(config[key] ?? '')]),
  ),
  [LIFETIME]: `${config.linkLifetimeSeconds}${config.unopenedLinkSeconds === undefined ? NOT_SET : ''}`,
});

/** What links are made with; lifetimes in seconds, undefined where unopened links live as long as what they are for. */
export type LinkSettings = Pick<Config, 'publicUrl' | 'linkLifetimeSeconds' | 'unopenedLinkSeconds'>;

/** The value that all these rows have; undefined where one has none, or they differ. */
function onlyValue(rows: readonly Readonly<Record<string, string>>[], variable: string): string | undefined {
  const [only, ...others] = new Set(rows.map((row) => row[variable]));
  return others.length === 0 ? only : undefined;
}

/** The settings of links that live nodes have in common; where none lives, or they differ, what is configured here. */
export function linkSettingsOf(
  rows: readonly Readonly<Record<string, string>>[],
  here: Config,
): LinkSettings {
  const publicUrl = onlyValue(rows, 'TITULAR_PUBLIC_URL') ?? here.publicUrl;
  const lifetime = onlyValue(rows, LIFETIME);
  if (lifetime === undefined) {
    const { linkLifetimeSeconds, unopenedLinkSeconds } = here;
    return { publicUrl, linkLifetimeSeconds, unopenedLinkSeconds };
  }
  const seconds = Number.parseInt(lifetime, 10);
  const unopenedLinkSeconds = lifetime.endsWith(NOT_SET) ? undefined : seconds;
  return { publicUrl, linkLifetimeSeconds: seconds, unopenedLinkSeconds };
}
