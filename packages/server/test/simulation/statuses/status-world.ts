import { newId, type TransactionId } from '@titular/server/kernel/base/id.ts';
import { Refusal } from '@titular/server/kernel/base/refusal.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { failCapture } from '@titular/server/subjects/end-due.ts';
import {
  changeSubject,
  decideSubject,
  expireDue,
  type SubjectTable,
} from '@titular/server/subjects/index.ts';
import type { Company, Settings } from '@titular/server/tenants/index.ts';
import { cancelTransaction } from '@titular/server/transactions/change/cancel-transaction.ts';
import { createTransaction } from '@titular/server/transactions/create/create-transaction.ts';
import { insertTransaction } from '@titular/server/transactions/insert-store.ts';
import { readTransaction } from '@titular/server/transactions/read/read-transaction.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit/time/manual-clock.ts';
import { clockOf, endpointRow } from '../deliveries/delivery-world.ts';
import {
  createMemoryDatabase,
  type KnownStatements,
  type MemoryProcess,
  type Turn,
} from '../memory/memory-database.ts';
import { keyOf, type MemoryRows } from '../memory/memory-rows.ts';
import type { TransactionRow } from '../memory/status-statements.ts';

/** What the person does on the page. */
export type PersonEvent = 'capture-finished' | 'share' | 'disown' | 'declare-absent' | 'attempts-exhausted';

/** What happens to transactions: `one` is the place of a transaction or of the data of a create, and processes are named by their place. */
export type StatusAct =
  | { kind: 'create'; process: number; one: number }
  | { kind: 'cancel'; process: number; one: number }
  | { kind: 'read'; process: number; one: number }
  | { kind: 'person'; process: number; one: number; event: PersonEvent }
  | { kind: 'decide'; process: number; one: number; event: 'approve' | 'reject' }
  | { kind: 'expire'; process: number }
  | { kind: 'kill'; process: number }
  | { kind: 'fail'; process: number; when: 'before' | 'after' }
  | { kind: 'advance'; seconds: number };

/** A run before it is interleaved; the clock of the second process is ahead by so many seconds. */
export type StatusPlan = { acts: readonly StatusAct[]; skewSeconds: number };

/** What a client was told, with the places of question and answer in the order of all of them. */
export type Told = {
  kind: StatusAct['kind'];
  id: string;
  askedAt: number;
  answeredAt: number;
  status: string | undefined;
  event: string | undefined;
  isChanged: boolean;
};

/** A run under way. */
export type StatusWorld = {
  rows: MemoryRows;
  clock: ManualClock;
  told: Told[];
  /** What was thrown and is no refusal. */
  faults: unknown[];
  /** Calls under way, each by its kind and the process that has it. */
  open: Set<OpenCall>;
  act(act: StatusAct): void;
};

/** A call that has neither its answer nor its fault yet. */
export type OpenCall = { kind: string; owner: Pick<MemoryProcess, 'isDead'> };

/** Seconds until a transaction expires. */
const LIFE_SECONDS = 100;

/** The tenant of these worlds. */
export const TENANT = newId();
/** Its company. */
export const COMPANY = newId();
const ENDPOINT = newId();
const KEY = {
  seal: (_table: string, _row: string, _field: string, plain: Uint8Array) => Buffer.from(plain),
  unseal: (_table: string, _row: string, _field: string, sealed: Uint8Array) => Buffer.from(sealed),
  hash: (...parts: string[]) => Buffer.from(parts.join('/')),
};
const SHOP = {
  ...{
    tenantId: TENANT,
    companyId: COMPANY,
    active: true,
    module: 'post',
    replicaPolicy: 'refuse',
    webOrigins: [],
  },
  ...{ transactionExpirySeconds: LIFE_SECONDS, maximumValue: undefined, linkLifetimeSeconds: undefined },
} as unknown as Company;
const CREATE_DEPS = {
  settings: { findCompany: async () => SHOP } as unknown as Settings,
  tenantKeys: async () => KEY,
  subscriptions: { isNamed: async () => false },
  issueSdkToken: async () => 'token',
  ...{ publicUrl: 'https://titular.example', linkLifetimeSeconds: 1_800, unopenedLinkSeconds: undefined },
  ...{ sandbox: NO_SANDBOX, cardEvidence: undefined },
};

const inputOf = (data: number): Parameters<typeof createTransaction>[2] => ({
  identity: { key: 'cpf', value: '52998224725' },
  orderNumber: `order ${data}`,
  companyId: COMPANY,
  card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria', expirationDate: undefined },
  ...{ redirectUrl: undefined, value: undefined, currency: undefined, processId: undefined },
  ...{ language: undefined, theme: undefined },
});

/** Registers the one endpoint of the company. */
export function insertEndpoint(rows: MemoryRows): void {
  const transaction = rows.begin();
  const names = { tenant_id: TENANT, company_id: COMPANY, endpoint_id: ENDPOINT };
  const row = endpointRow({ maximumAtOnce: 1, maximumAttempts: 2 }, names);
  transaction.openView().put('webhook_endpoints', keyOf(TENANT, ENDPOINT), row);
  transaction.commit();
}

/** Opens a world with one transaction that waits; `of` has the rules of statuses, and `turn` decides who goes on. */
export async function openStatusWorld(
  known: KnownStatements,
  { skewSeconds }: Pick<StatusPlan, 'skewSeconds'>,
  turn: Turn,
  of: SubjectTable,
): Promise<StatusWorld> {
  const { rows, addProcess } = createMemoryDatabase(known);
  insertEndpoint(rows);
  const clock = createManualClock(new Date('2030-01-01T00:00:00Z'));
  const told: Told[] = [];
  const faults: unknown[] = [];
  const open = new Set<OpenCall>();
  let steps = 0;
  const processes = [addProcess('one', turn), addProcess('two', turn)];
  const at = (place: number): MemoryProcess => processes[place] ?? addProcess('none', turn);
  const idOf = (place: number): TransactionId | undefined => {
    const row = rows.committed<TransactionRow>('transactions')[place];
    return row && asId(row.transaction_id);
  };

  /** Notes what came of a call; one whose process died, or that failed, is told of nothing. */
  const note = async (
    kind: Told['kind'],
    owner: MemoryProcess,
    call: () => Promise<Pick<Told, 'id' | 'status' | 'event' | 'isChanged'> | undefined>,
  ): Promise<void> => {
    const askedAt = ++steps;
    const own = { kind, owner };
    open.add(own);
    try {
      const answer = await call();
      if (answer) told.push({ kind, askedAt, answeredAt: ++steps, ...answer });
    } catch (error) {
      if (!(error instanceof Refusal)) faults.push(error);
    }
    open.delete(own);
  };

  const change = async (
    { db, clock: own }: { db: MemoryProcess['db']; clock: Pick<ManualClock, 'now'> },
    id: TransactionId,
    event: PersonEvent,
  ): Promise<string | undefined> => {
    const outcome = await db.transaction().execute(async (trx) => {
      if (event === 'attempts-exhausted') {
        await failCapture(trx, of, TENANT, id, 'attempts_exhausted', own.now());
        return undefined;
      }
      return changeSubject(trx, of, TENANT, id, { event, actor: 'person', at: own.now() });
    });
    return outcome?.kind === 'changed' ? outcome.status : undefined;
  };

  const perform = async (act: Exclude<StatusAct, { kind: 'kill' | 'fail' | 'advance' }>): Promise<void> => {
    const owner = at(act.process);
    const { db } = owner;
    const deps = { db, clock: clockOf(clock, act.process === 1 ? skewSeconds : 0) };
    if (act.kind === 'expire') {
      await note('expire', owner, async () => {
        await expireDue(db, of, deps.clock.now(), 10);
        return undefined;
      });
      return;
    }
    if (act.kind === 'create') {
      await note('create', owner, async () => {
        const { id, status } = await createTransaction({ ...CREATE_DEPS, ...deps }, TENANT, inputOf(act.one));
        return { id, status, event: 'create', isChanged: true };
      });
      return;
    }
    const id = idOf(act.one);
    if (!id) return;
    await note(act.kind, owner, async () => {
      if (act.kind === 'read') {
        const { status } = await readTransaction(deps, TENANT, id);
        return { id, status, event: undefined, isChanged: false };
      }
      if (act.kind === 'cancel') {
        const { status } = await cancelTransaction(deps, TENANT, id);
        return { id, status, event: 'cancel', isChanged: true };
      }
      if (act.kind === 'decide') {
        const transition = { event: act.event, actor: 'service' } as const;
        const isDone = await decideSubject(
          deps,
          of,
          { tenantId: TENANT, subjectId: id },
          async () => transition,
        );
        return { id, status: undefined, event: act.event, isChanged: isDone };
      }
      const status = await change(deps, id, act.event);
      return { id, status, event: act.event, isChanged: status !== undefined };
    });
  };

  await insertTransaction(addProcess('before', async () => undefined).db, firstRow(clock.now()));
  return {
    ...{ rows, clock, told, faults, open },
    act(act) {
      if (act.kind === 'advance') clock.advanceSeconds(act.seconds);
      else if (act.kind === 'fail') at(act.process).failNext('08006', act.when);
      else if (act.kind === 'kill') {
        at(act.process).kill();
        processes[act.process] = addProcess(`${act.process + 1} anew`, turn);
      } else void perform(act);
    },
  };
}

/** A transaction that waits. */
export function firstRow(now: Date): Parameters<typeof insertTransaction>[1] {
  const { identity, card, orderNumber } = inputOf(0);
  const parts = ['replica', orderNumber, identity.key, identity.value, card.binDigits, card.lastDigits];
  return {
    ...{
      tenantId: TENANT,
      transactionId: newId(now.getTime()),
      companyId: COMPANY,
      status: 'waiting',
      module: 'post',
    },
    ...{
      orderNumber,
      identityKey: identity.key,
      identityHash: KEY.hash('identity'),
      sealedIdentity: Buffer.of(),
    },
    ...{
      cardHash: KEY.hash('card'),
      sealedCard: Buffer.of(),
      replicaHash: KEY.hash(...parts),
      value: undefined,
    },
    ...{ currency: undefined, language: undefined, theme: undefined, sealedRedirectUrl: undefined },
    ...{ referenceProcessId: undefined, reasons: [], createdAt: now, finishedAt: undefined },
    expiresAt: new Date(now.getTime() + LIFE_SECONDS * 1_000),
    link: { codeHash: Buffer.from('code'), expiresAt: now },
  };
}
