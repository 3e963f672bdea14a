import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import {
  createManualClock,
  newCpf,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished } from 'vitest';
import { besideNoted } from '../../captures/beside-noted.ts';
import { openCamera, perform } from '../../captures/phone.ts';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

/** The engine that goes, and the one that comes: two real ones, whose descriptors are never compared. */
export const [goes, comes] = [createLazyFaceEngine(), createLazyFaceEngine('int8')];

/** Which engines a node has: the present one, and in a change the other one. */
type Engines = Pick<TestServiceOptions, 'engine' | 'otherEngine'>;

/** The steps of a change, as docs/face-engine.md has them: how each node is started. */
export const STEPS = {
  before: { engine: goes },
  overlap: { engine: goes, otherEngine: comes },
  switched: { engine: comes, otherEngine: goes },
  after: { engine: comes },
} as const satisfies Record<string, Engines>;

/** What was decided about a capture. */
type Decided = { result: string; reasons: string[]; engineVersion: string };

/** Nodes on one database, of which each request meets the next. */
export type ChangingNodes = {
  /** What a merchant and a phone call: one address, behind which requests go round. */
  any: TestService;
  merchant: Merchant;
  db(): TestService['service']['database']['db'];
  /** Adds a node; requests go to it from then on. */
  add(engines: Engines): Promise<TestService>;
  /** Takes the oldest node out of the round, and ends it. */
  retire(): Promise<void>;
  /** Has a person show themselves for an identity, and waits for the decision. */
  show(person: PersonName, value: string): Promise<Decided>;
  /** Waits for the decision about a transaction. */
  decisionOf(id: string): Promise<Decided>;
  /** The engine versions of all enrolled faces, in order. */
  versions(): Promise<string[]>;
};

/** Starts with two nodes. */
export async function startChanging(first: Engines): Promise<ChangingNodes> {
  const clock = createManualClock();
  const base = await startTestService({ clock, ...first });
  const nodes: TestService[] = [base];
  let turn = 0;
  const any: TestService = Object.defineProperty({ ...base }, 'url', {
    get: () => nodes[turn++ % nodes.length]?.url,
  });
  onTestFinished(async () => {
    await Promise.all(nodes.filter((node) => node !== base).map((node) => node.close()));
    // It ends once more, and takes the database with it.
    await base.close();
  });
  const add: ChangingNodes['add'] = async (engines) => {
    const node = await startTestService({ clock, sharedWith: base, ...engines });
    nodes.push(node);
    return node;
  };
  const merchant = await newMerchant(any);
  const db = () => (nodes.at(-1) ?? base).service.database.db;
  await add(first);
  const decisionOf: ChangingNodes['decisionOf'] = async (id) => {
    await eventually(async () =>
      expect((await merchant.read(id, nodes.at(-1))).body['status']).toMatch(/approved|inconclusive/),
    );
    const row = await db()
      .selectFrom('transactions')
      .select('decision')
      .where('transaction_id', '=', asId(id))
      .executeTakeFirstOrThrow();
    const { result, reasons, engineVersion } = row.decision as Decided;
    return { result, reasons: besideNoted(reasons), engineVersion };
  };
  return {
    ...{ any, merchant, db, add, decisionOf },
    async retire() {
      const [node] = nodes.splice(0, 1);
      await node?.service.close();
    },
    async show(person, value) {
      const { phone, attempt, id } = await openCamera(any, merchant, { identity: { key: 'cpf', value } });
      expect(await perform(phone, attempt, person)).toMatchObject({ outcome: 'completed' });
      return decisionOf(id);
    },
    versions: async () =>
      (
        await db().selectFrom('face_templates').select('engine_version').orderBy('engine_version').execute()
      ).map((row) => row.engine_version),
  };
}

/** An identity of nobody yet. */
export const newIdentity = newCpf;

/** An engine that sees no face in the pictures that a test names by number, since the last naming. */
export function forgetful(engine: FaceEngine): FaceEngine & { miss(...pictures: number[]): void } {
  let missed: readonly number[] = [];
  let asked = 0;
  return {
    version: engine.version,
    analyse: async (...given) => {
      asked += 1;
      const isMissed = missed.includes(asked);
      const found = await engine.analyse(...given);
      if (!isMissed || found.kind !== 'analysed') return found;
      const { face: _face, ...empty } = found;
      return { ...empty, faceCount: 0 };
    },
    measureRelief: (...given) => engine.measureRelief(...given),
    problem: () => undefined,
    close: () => engine.close(),
    miss: (...pictures) => {
      [missed, asked] = [pictures, 0];
    },
  };
}

/** An engine that measures as another does, as long as a test lets it. */
export function stoppable(engine: FaceEngine): FaceEngine & { stop(error?: Error): void } {
  let fault: Error | undefined;
  return {
    version: engine.version,
    analyse: (...asked) => (fault ? Promise.reject(fault) : engine.analyse(...asked)),
    measureRelief: (...asked) => engine.measureRelief(...asked),
    problem: () => fault?.message,
    close: () => engine.close(),
    stop: (error) => {
      fault = error;
    },
  };
}
