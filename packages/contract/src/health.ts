import { type Static, Type } from 'typebox';

/** Why a node does not want requests now, in the order in which they are told, and the sentence for each. */
export const readinessCauses = {
  draining: 'The service is stopping.',
  database_unreachable: 'The database cannot be reached.',
  database_read_only: 'The database takes no writes.',
  schema_unknown: 'The schema of the database is not one that this release works with.',
  master_key_missing: 'A master key that the database needs is not at hand.',
  engine_unavailable: 'The face engine cannot be used now.',
  jobs_stopped: 'Background jobs ended by themselves and are being started again.',
  clock_skewed: 'The clock of this machine is more than 2 seconds off.',
} as const;
/** A code of that table. */
export type ReadinessCause = keyof typeof readinessCauses;

/** What an operator should look at while a node is ready, and the sentence for each. */
export const readinessWarnings = {
  clock_drifting: 'The clock of this machine is more than 0.1 seconds off.',
  gallery_nearly_full: 'A gallery of enrolled faces has reached 80 % of its limit.',
  pictures_unstorable: 'The object store takes no pictures, so no capture can go on; the log says why.',
  other_engine_unavailable:
    'The second engine of a change does not measure; captures go on with the present one alone.',
  first_faces_believed:
    'A company takes the first face that comes for the identity (template-policy enrol); the log names it.',
  setting_unknown: 'A variable that looks like a setting is none; the log of the start names it.',
  settings_differ: 'Live nodes differ in what must be equal; the list of nodes shows in what.',
} as const;
/** A code of that table. */
export type ReadinessWarning = keyof typeof readinessWarnings;

const codesOf = (table: Record<string, string>): string =>
  Object.entries(table)
    .map(([code, sentence]) => `\`${code}\`: ${sentence}`)
    .join(' ');

/** Answer of the probes: `alive` or `ready`. */
export const Health = Type.Object(
  { status: Type.String({ description: '`alive` or `ready`.' }) },
  { additionalProperties: false },
);
export type Health = Static<typeof Health>;

/** Answer of a node that is ready. */
export const Readiness = Type.Object(
  {
    status: Type.String({ description: '`ready`.' }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: `What an operator should look at; absent if there is nothing. ${codesOf(readinessWarnings)}`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type Readiness = Static<typeof Readiness>;

/** Answer of a node that is not ready: an error, and all causes by their codes. */
export const NotReadyResponse = Type.Object(
  {
    code: Type.String({
      pattern: '^[0-9]{5}$',
      description: 'Stable: HTTP status and two digits. Programs should rely on it.',
    }),
    message: Type.String({ description: 'A sentence for each cause; the wording may change.' }),
    causes: Type.Optional(
      Type.Array(Type.String(), {
        description: `Codes of the causes; more may be added. ${codesOf(readinessCauses)}`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type NotReadyResponse = Static<typeof NotReadyResponse>;
