import type { CreateProcessResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { countEvent, insertLink } from '../captures/index.ts';
import { identityHash } from '../identity/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import { afterCommit } from '../kernel/database/outbox/after-commit.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { WriteIn } from '../kernel/database/write-in.ts';
import type { Course, SandboxPort } from '../kernel/http/sandbox-port.ts';
import {
  type Company,
  listCompanies,
  redirectUrlProblem,
  type Settings,
  type TenantKey,
  type TenantKeys,
} from '../tenants/index.ts';
import { keepTrace } from '../traces/index.ts';
import type { IdentityPlatform, PreparedProcess } from './identity-platform.ts';
import type { NewProcess } from './parse-process-request.ts';
import { insertProcess, type NewProcessRow, type ProcessRow } from './process-store.ts';
import { viewProcess } from './view-process.ts';

/** What starting a process needs from the service. */
export type CreateProcessDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  settings: Settings;
  tenantKeys: TenantKeys;
  identityPlatform: IdentityPlatform;
  sandbox: Pick<SandboxPort, 'afterCreate'>;
};

/** The company that is named, or the one that there is. */
async function chooseCompany(
  { db, settings }: CreateProcessDeps,
  tenantId: TenantId,
  companyId: CompanyId | undefined,
): Promise<Company> {
  if (companyId !== undefined) {
    const named = await settings.findCompany(tenantId, companyId);
    if (!named?.active) throw new Refusal('40404');
    return named;
  }
  const [only, ...others] = (await listCompanies(db, tenantId)).filter(({ active }) => active);
  if (!only) throw new Refusal('40404');
  if (others.length > 0)
    throw new Refusal('40002', 'company is missing: the tenant has several, so the process must name one.');
  return only;
}

function checkCallback({ callbackUri }: NewProcess, company: Company): void {
  const problem = callbackUri === undefined ? undefined : redirectUrlProblem(callbackUri, company);
  if (problem) throw new Refusal('40002', `callbackUri ${problem}.`);
}

function toRow(
  input: NewProcess,
  { companyId }: Company,
  { processId, expiresAt }: PreparedProcess,
  { key, platform, now }: { key: TenantKey; platform: ProcessRow['platform']; now: Date },
): NewProcessRow {
  const { identity, friendlyName, callbackUri, purpose, clientReference } = input;
  const seal = (field: string, text: string): Buffer =>
    key.seal('processes', processId, field, Buffer.from(text, 'utf8'));
  return {
    processId,
    companyId,
    platform,
    purpose,
    clientReference,
    identityKey: identity.key,
    identityHash: identityHash(key, identity),
    sealedIdentity: seal('sealed_identity', JSON.stringify(identity)),
    sealedName: friendlyName === undefined ? undefined : seal('sealed_name', friendlyName),
    sealedCallbackUri: callbackUri === undefined ? undefined : seal('sealed_callback_uri', callbackUri),
    createdAt: now,
    expiresAt,
    language: input.language,
    theme: input.theme,
  };
}

/** As it stands when it has just been written. */
const asCreated = (row: NewProcessRow): ProcessRow => ({
  ...row,
  status: 'created',
  liveness: 'LIVENESS_RESULT_UNSPECIFIED',
  authentication: 'AUTHENTICATION_RESULT_UNSPECIFIED',
  retryUntil: undefined,
  finishedAt: undefined,
  erasedAt: undefined,
  erasureRequestedAt: undefined,
});

async function write(
  { db, sandbox }: CreateProcessDeps,
  tenantId: TenantId,
  row: NewProcessRow,
  { link }: PreparedProcess,
  course: Course | undefined,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // A platform elsewhere that gives an id twice gives one that is another's.
    if (!(await insertProcess(trx, tenantId, row))) throw new Refusal('50002');
    await afterCommit(trx, () => countEvent('process', 'create', undefined));
    const { processId: id, createdAt } = row;
    const subject = { kind: 'process', id } as const;
    await keepTrace(trx, { tenantId, subjectId: id }, createdAt);
    if (link) await insertLink(trx, tenantId, { subject, ...link, purpose: 'merchant', createdAt });
    if (course) await sandbox.afterCreate(trx, tenantId, subject, course);
  });
}

/** Starts a process: a selfie of one identity, without a card; answers the address and token for the person this once. */
export async function createProcess(
  deps: CreateProcessDeps,
  tenantId: TenantId,
  input: NewProcess,
  writeIn: WriteIn<CreateProcessResponse> = (work) => work(deps.db),
  course?: Course,
): Promise<CreateProcessResponse> {
  const company = await chooseCompany(deps, tenantId, input.companyId);
  checkCallback(input, company);
  const now = deps.clock.now();
  const key = await deps.tenantKeys(tenantId);
  const prepared = await deps.identityPlatform.prepare(company, input, now);
  const row = toRow(input, company, prepared, { key, platform: deps.identityPlatform.kind, now });
  return writeIn(async (db) => {
    await write({ ...deps, db }, tenantId, row, prepared, course);
    const { userRedirectUrl, token } = prepared;
    return { process: { ...viewProcess(asCreated(row), key), userRedirectUrl, token } };
  });
}
