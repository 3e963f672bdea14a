import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { PasskeyCredential } from './passkeys.ts';

/** What somebody signs in with; secrets as they are kept. */
export type Authenticator = {
  authenticatorId: string;
  userId: string;
  label: string;
  createdAt: Date;
  lastUsedAt: Date | undefined;
} & (
  | { kind: 'passkey'; passkey: PasskeyCredential }
  | {
      kind: 'password';
      sealedPassword: Buffer;
      sealedTotpSeed: Buffer;
      totpStep: number;
      /** Since when it is refused, whatever is typed. */
      offAt: Date | undefined;
    }
);

type Row = Selectable<Tables['user_authenticators']>;

const COLUMNS = [
  'authenticator_id',
  'user_id',
  'kind',
  'label',
  'credential_id',
  'public_key',
  'sign_count',
  'transports',
  'sealed_password',
  'sealed_totp_seed',
  'totp_step',
  'off_at',
  'created_at',
  'last_used_at',
] as const satisfies readonly (keyof Row)[];

const NOTHING = Buffer.alloc(0);

function toAuthenticator(row: Row): Authenticator {
  const common = {
    authenticatorId: row.authenticator_id,
    userId: row.user_id,
    label: row.label,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
  if (row.kind === 'passkey')
    return {
      ...common,
      kind: 'passkey',
      passkey: {
        credentialId: row.credential_id ?? NOTHING,
        publicKey: row.public_key ?? NOTHING,
        signCount: Number(row.sign_count),
        transports: row.transports,
      },
    };
  return {
    ...common,
    kind: 'password',
    sealedPassword: row.sealed_password ?? NOTHING,
    sealedTotpSeed: row.sealed_totp_seed ?? NOTHING,
    totpStep: Number(row.totp_step),
    offAt: row.off_at ?? undefined,
  };
}

/** The authenticators of a person, the oldest first. */
export async function listAuthenticators(db: Db, userId: string): Promise<Authenticator[]> {
  const rows = await db
    .selectFrom('user_authenticators')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('authenticator_id')
    .execute();
  return rows.map(toAuthenticator);
}

/** The authenticators of a person, locked until the end of the database transaction together with the person. */
export async function lockAuthenticators(db: Db, userId: string): Promise<Authenticator[]> {
  await db.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  return listAuthenticators(db, userId);
}

/** Whether an authenticator is still there, and not switched off. */
export async function hasAuthenticator(
  db: Db,
  { authenticatorId }: Pick<Authenticator, 'authenticatorId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('user_authenticators')
    .select('authenticator_id')
    .where('authenticator_id', '=', authenticatorId)
    .where('off_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The passkey with a credential id, whoever has it. */
export async function findPasskey(
  db: Db,
  credentialId: Buffer,
): Promise<Extract<Authenticator, { kind: 'passkey' }> | undefined> {
  const row = await db
    .selectFrom('user_authenticators')
    .select(COLUMNS)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  const found = row && toAuthenticator(row);
  return found?.kind === 'passkey' ? found : undefined;
}

/** Adds a passkey; false where another has its credential id. */
export async function insertPasskey(
  db: Db,
  row: { authenticatorId: string; userId: string; label: string; at: Date; passkey: PasskeyCredential },
): Promise<boolean> {
  const added = await db
    .insertInto('user_authenticators')
    .values({
      authenticator_id: row.authenticatorId,
      user_id: row.userId,
      kind: 'passkey',
      label: row.label,
      credential_id: row.passkey.credentialId,
      public_key: row.passkey.publicKey,
      sign_count: String(row.passkey.signCount),
      transports: [...row.passkey.transports],
      created_at: row.at,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows) === 1;
}

/** Adds a password with its seed of one-time passwords, in place of one that is there. */
export async function replacePassword(
  db: Db,
  row: {
    authenticatorId: string;
    userId: string;
    sealedPassword: Buffer;
    sealedTotpSeed: Buffer;
    totpStep: number;
    at: Date;
  },
): Promise<void> {
  await db
    .deleteFrom('user_authenticators')
    .where('user_id', '=', row.userId)
    .where('kind', '=', 'password')
    .execute();
  await db
    .insertInto('user_authenticators')
    .values({
      authenticator_id: row.authenticatorId,
      user_id: row.userId,
      kind: 'password',
      label: 'password',
      sealed_password: row.sealedPassword,
      sealed_totp_seed: row.sealedTotpSeed,
      totp_step: String(row.totpStep),
      created_at: row.at,
    })
    .execute();
}

/** Notes the use of a passkey whose counter grew, or that keeps none; false where another use came first. */
export async function usePasskey(
  db: Db,
  { authenticatorId, passkey }: Extract<Authenticator, { kind: 'passkey' }>,
  signCount: number,
  at: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('user_authenticators')
    .set({ sign_count: String(signCount), last_used_at: at })
    .where('authenticator_id', '=', authenticatorId)
    .where('sign_count', '=', String(passkey.signCount))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Takes the step of a one-time password; false where it, or a later one, was taken before. */
export async function takeTotpStep(
  db: Db,
  authenticatorId: string,
  step: number,
  at: Date,
): Promise<boolean> {
  const taken = await db
    .updateTable('user_authenticators')
    .set({ totp_step: String(step), last_used_at: at })
    .where('authenticator_id', '=', authenticatorId)
    .where('totp_step', '<', String(step))
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/** Replaces the hash of a password that is the same. */
export async function updatePasswordHash(
  db: Db,
  authenticatorId: string,
  sealedPassword: Buffer,
): Promise<void> {
  await db
    .updateTable('user_authenticators')
    .set({ sealed_password: sealedPassword })
    .where('authenticator_id', '=', authenticatorId)
    .execute();
}

/** Switches the password of a person off until a reset, or until another is set. */
export async function switchPasswordOff(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('user_authenticators')
    .set({ off_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', 'password')
    .where('off_at', 'is', null)
    .execute();
}

/** Removes one authenticator of a person, or all of them. */
export async function deleteAuthenticators(db: Db, userId: string, authenticatorId?: string): Promise<void> {
  let deleting = db.deleteFrom('user_authenticators').where('user_id', '=', userId);
  if (authenticatorId !== undefined) deleting = deleting.where('authenticator_id', '=', authenticatorId);
  await deleting.execute();
}
