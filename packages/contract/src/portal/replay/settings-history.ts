import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';
import { SettingView } from '../settings.ts';

const CLOSED = { additionalProperties: false } as const;
const time = Type.String({ format: 'date-time' });

/** The settings of a tenant or company with their changes; who made them, the audit log says to whom may read it. */
export const OwnerHistory = Type.Object(
  {
    kind: literals(['tenant', 'company'] as const),
    name: Type.String(),
    settings: Type.Array(SettingView),
    /** Newest first; values are texts, as in the settings. */
    changes: Type.Array(Type.Object({ at: time, name: Type.String(), before: Type.String() }, CLOSED)),
    /** Earlier changes are not at hand; absent where these are all. */
    knownFrom: Type.Optional(time),
  },
  CLOSED,
);
export type OwnerHistory = Static<typeof OwnerHistory>;

/** The settings of a company and of its tenant, limits among them, with what they were before. */
export const SettingsHistory = Type.Object({ owners: Type.Array(OwnerHistory) }, CLOSED);
export type SettingsHistory = Static<typeof SettingsHistory>;
