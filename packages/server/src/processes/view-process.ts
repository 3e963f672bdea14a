import {
  type CreateProcessRequest,
  PERSON_IDENTIFIER_TYPES,
  type PersonIdentifierType,
  type Process,
} from '@titular/contract';
import type { Identity } from '../identity/index.ts';
import type { TenantKey } from '../tenants/index.ts';
import { PROCESS_WORDS } from './process.ts';
import type { ProcessRow } from './process-store.ts';

const identifierTypeOf = (key: string): PersonIdentifierType | undefined =>
  (Object.keys(PERSON_IDENTIFIER_TYPES) as PersonIdentifierType[]).find(
    (type) => PERSON_IDENTIFIER_TYPES[type] === key,
  );

/** What a process holds of the person, opened; undefined once it was erased. */
export type OpenedProcess = {
  identity: Identity;
  friendlyName: string | undefined;
  callbackUri: string | undefined;
};

/** Opens what is sealed of a process. */
export function openProcess(key: TenantKey, row: ProcessRow): OpenedProcess | undefined {
  const { processId, sealedIdentity, sealedName, sealedCallbackUri } = row;
  if (sealedIdentity.length === 0) return undefined;
  const read = (field: string, sealed: Buffer): string =>
    key.unseal('processes', processId, field, sealed).toString('utf8');
  return {
    identity: JSON.parse(read('sealed_identity', sealedIdentity)) as Identity,
    friendlyName: sealedName && read('sealed_name', sealedName),
    callbackUri: sealedCallbackUri && read('sealed_callback_uri', sealedCallbackUri),
  };
}

function personOf({ identity, friendlyName }: OpenedProcess): CreateProcessRequest['person'] | undefined {
  const duiType = identifierTypeOf(identity.key);
  return (
    duiType && {
      duiType,
      duiValue: identity.value,
      ...(friendlyName === undefined ? {} : { friendlyName }),
    }
  );
}

/** A process in the words of the wire. */
export function viewProcess(row: ProcessRow, key: TenantKey): Process {
  const { state, result } = PROCESS_WORDS[row.status];
  const opened = openProcess(key, row);
  const person = opened && personOf(opened);
  return {
    id: row.processId,
    company: row.companyId,
    state,
    ...(result ? { result } : {}),
    ...(person ? { person } : {}),
    purpose: row.purpose,
    ...(row.clientReference === undefined ? {} : { clientReference: row.clientReference }),
    ...(opened ? { callbackUri: opened.callbackUri ?? '/' } : {}),
    authenticationInfo: { livenessResult: row.liveness, authenticationResult: row.authentication },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    ...(row.finishedAt ? { finishedAt: row.finishedAt.toISOString() } : {}),
    ...(row.erasedAt ? { erasedAt: row.erasedAt.toISOString() } : {}),
  };
}
