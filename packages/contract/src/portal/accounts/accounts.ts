import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';
import { MAX_PUBLIC_KEY_LENGTH } from '../../text-bounds.ts';
import { ASSERTION_ALGORITHMS, SCOPES } from '../../tokens/tokens.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const texts = Type.Array(Type.String());

/** What every name of a service account matches. */
export const ACCOUNT_NAME = '^[a-z0-9][a-z0-9-]{0,62}$';
const name = Type.String({ pattern: ACCOUNT_NAME });

const account = {
  account: name,
  /** On, and its tenant too. */
  active: Type.Boolean(),
  scopes: texts,
};

/** A service account in the list: how many of its credentials are valid now, and when one of them was used last. */
export const AccountRow = Type.Object(
  {
    ...account,
    keys: Type.Integer({ minimum: 0 }),
    secrets: Type.Integer({ minimum: 0 }),
    lastUsedAt: Type.Optional(time),
  },
  CLOSED,
);
export type AccountRow = Static<typeof AccountRow>;

/** Which page of the list: the accounts by name, after one of them. */
export const SearchAccounts = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })), cursor: Type.Optional(name) },
  CLOSED,
);
export type SearchAccounts = Static<typeof SearchAccounts>;

/** A page of service accounts by name. */
export const AccountRows = Type.Object(
  { accounts: Type.Array(AccountRow), nextCursor: Type.Optional(name) },
  CLOSED,
);
export type AccountRows = Static<typeof AccountRows>;

const times = {
  createdAt: time,
  lastUsedAt: Type.Optional(time),
  /** Until when an access token that it got may be in use; absent once that is past. */
  tokensUntil: Type.Optional(time),
  /** When it stops, or stopped, to be valid. */
  endsAt: Type.Optional(time),
  isValid: Type.Boolean(),
};

/** A public key of an account. */
export const AccountKeyView = Type.Object(
  { id: Type.String(), algorithm: literals(ASSERTION_ALGORITHMS), ...times },
  CLOSED,
);
export type AccountKeyView = Static<typeof AccountKeyView>;

/** A client secret by its last characters. */
export const AccountSecretView = Type.Object({ id: uuid, hint: Type.String(), ...times }, CLOSED);
export type AccountSecretView = Static<typeof AccountSecretView>;

/** Credentials that have ended and are still shown, of each kind. */
export const MAX_ENDED_SHOWN = 20;

/** A service account with its settings and credentials: every valid one, and the newest that have ended. */
export const AccountView = Type.Object(
  {
    ...account,
    clientId: Type.String(),
    assertionLifetimeSeconds: Type.Integer(),
    allowedAddresses: texts,
    allowedTimes: texts,
    keys: Type.Array(AccountKeyView),
    secrets: Type.Array(AccountSecretView),
    /** Where the account asks for access tokens. */
    tokenUrl: Type.String(),
  },
  CLOSED,
);
export type AccountView = Static<typeof AccountView>;

/** A new account, with the credentials it gets at once. */
export const CreateAccount = Type.Object(
  {
    account: name,
    scopes: Type.Array(literals(SCOPES), { minItems: 1, maxItems: SCOPES.length, uniqueItems: true }),
    withKey: Type.Boolean(),
    withSecret: Type.Boolean(),
  },
  CLOSED,
);
export type CreateAccount = Static<typeof CreateAccount>;

const keyId = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' });

/** A key for an account: a public one in PEM or as JWK, or, without it, a new pair. Its thumbprint is its id, which no secret has. */
export const AddAccountKey = Type.Object(
  {
    algorithm: literals(ASSERTION_ALGORITHMS),
    publicKey: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_PUBLIC_KEY_LENGTH })),
  },
  CLOSED,
);
export type AddAccountKey = Static<typeof AddAccountKey>;

/** The key that ends now. */
export const EndAccountKey = Type.Object({ key: keyId }, CLOSED);
/** The client secret that ends now. */
export const EndAccountSecret = Type.Object({ secret: uuid }, CLOSED);
/** Whether an account is to be on. */
export const SwitchAccount = Type.Object({ active: Type.Boolean() }, CLOSED);
/** For how long the other client secrets are still valid. */
export const RotateAccountSecret = Type.Object(
  { overlapSeconds: Type.Integer({ minimum: 0, maximum: 30 * 86_400 }) },
  CLOSED,
);

/** New credentials of an account; secret and private key are sent this once. */
export const NewCredentials = Type.Object(
  {
    account: name,
    clientId: Type.String(),
    tokenUrl: Type.String(),
    key: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          algorithm: literals(ASSERTION_ALGORITHMS),
          privateKey: Type.Optional(Type.String()),
        },
        CLOSED,
      ),
    ),
    secret: Type.Optional(Type.Object({ id: uuid, secret: Type.String() }, CLOSED)),
    /** When the other client secrets end, after a rotation. */
    othersEndAt: Type.Optional(time),
  },
  CLOSED,
);
export type NewCredentials = Static<typeof NewCredentials>;
