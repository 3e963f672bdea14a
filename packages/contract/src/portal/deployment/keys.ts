import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';

const CLOSED = { additionalProperties: false } as const;
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

const purpose = literals(['access-token', 'sdk-token', 'receipt'] as const);

/** A key that signs, by its id. */
export const SigningKeyRow = Type.Object(
  {
    id: Type.String(),
    purpose,
    createdAt: time,
    /** From when on it signs; absent once it does, and where it signed from the start. */
    signsFrom: Type.Optional(time),
    /** From when on nothing that it signed is accepted. */
    endsAt: Type.Optional(time),
    /** Whether what it signed is accepted now. */
    isValid: Type.Boolean(),
  },
  CLOSED,
);
export type SigningKeyRow = Static<typeof SigningKeyRow>;

/** A master key by its id, with how many keys it wraps; the key itself never leaves its host. */
export const MasterKeyRow = Type.Object(
  {
    id: Type.String(),
    isPresent: Type.Boolean(),
    isPrepared: Type.Boolean(),
    tenants: count,
    signingKeys: count,
    deploymentKeys: count,
  },
  CLOSED,
);
export type MasterKeyRow = Static<typeof MasterKeyRow>;

/** Keys of the deployment: signing keys, the newest first, and master keys. */
export const DeploymentKeys = Type.Object(
  { signing: Type.Array(SigningKeyRow), master: Type.Array(MasterKeyRow) },
  CLOSED,
);
export type DeploymentKeys = Static<typeof DeploymentKeys>;

/** Which signing key is to be followed by a new one. */
export const RotateSigningKey = Type.Object({ purpose }, CLOSED);
export type RotateSigningKey = Static<typeof RotateSigningKey>;
