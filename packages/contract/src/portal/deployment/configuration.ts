import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';

const CLOSED = { additionalProperties: false } as const;

/** Where the value of a setting is from. */
export const SETTING_SOURCES = ['environment', 'file', 'default'] as const;

/** What an operator should look at, by the code that the page has words for. */
export const CONFIGURATION_WARNINGS = [
  'no-tls',
  'no-proxy-named',
  'loopback-webhooks',
  'embedded-database',
  'without-tls',
  'root-allowed',
  'master-key-in-environment',
  'no-erasure-ledger',
] as const;

/** A setting of the process. */
export const ConfiguredSetting = Type.Object(
  {
    variable: Type.String(),
    /** As text; absent where nothing is set, and always for a secret and for the file of a key. */
    value: Type.Optional(Type.String()),
    isSecret: Type.Boolean(),
    /** Whether it has a value, which for a secret is all that is told. */
    isSet: Type.Boolean(),
    source: literals(SETTING_SOURCES),
    bounds: Type.String(),
    /** In English; the other languages of the page stand beside it. */
    purpose: Type.String(),
    purposes: Type.Object({ pt: Type.String(), es: Type.String() }, CLOSED),
    /** Whether live processes differ in it. */
    differs: Type.Boolean(),
  },
  CLOSED,
);
export type ConfiguredSetting = Static<typeof ConfiguredSetting>;

/** Settings of the process that answered, in the order of the documentation. */
export const Configuration = Type.Object(
  {
    settings: Type.Array(ConfiguredSetting),
    warnings: Type.Array(literals(CONFIGURATION_WARNINGS)),
    /** Variables that look like settings and are none, each with what was meant. */
    unknown: Type.Array(Type.String()),
  },
  CLOSED,
);
export type Configuration = Static<typeof Configuration>;
