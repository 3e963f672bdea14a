import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newCpf, openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { giveInput } from '@titular/test-kit/services/give-input.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import type { AskNearest, TellNearest } from './gallery-child.ts';
import { ENGINE, nearestOf, openGalleryFixture, questionOf, randomDescriptor } from './gallery-fixture.ts';

const CHILD = fileURLToPath(new URL('./gallery-child.ts', import.meta.url));
const PROGRAM = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
const children: ChildProcess[] = [];

function startChild(...words: string[]): ChildProcess {
  const child = fork(CHILD, words);
  children.push(child);
  return child;
}

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-gallery-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

test('a kill between any two changes loses nothing: who goes on, and who starts anew, find what is kept (R65)', async () => {
  const fixture = await openGalleryFixture();
  const keyFile = join(directory, 'churn.key');
  await writeFile(keyFile, fixture.masterKeyText, { mode: 0o600 });
  const follower = fixture.open();
  try {
    for (let round = 0; round < 8; round += 1) {
      const connection = `${fixture.connectionString}&application_name=churn`;
      const child = startChild('churn', connection, keyFile, fixture.tenantId, ENGINE);
      const changes = 5 + round * 7;
      for (let seen = 0; seen < changes; seen += 1) {
        await once(child, 'message');
        if (seen % 3 === 0)
          await follower.galleries.search(fixture.db, fixture.tenantId, questionOf(), randomDescriptor());
      }
      expect(await fixture.countSessions('churn')).toBeGreaterThan(0);
      child.kill('SIGKILL');
      await once(child, 'exit');
      // What the killed process had sent may still be carried out: the database ends its connections first.
      await eventually(async () => expect(await fixture.countSessions('churn')).toBe(0));
      const probe = randomDescriptor();
      const expected = await fixture.searchNaively(questionOf(), probe);
      const beginner = fixture.open();
      for (const { db, galleries } of [follower, beginner]) {
        const answer = await galleries.search(db, fixture.tenantId, questionOf(), probe);
        expect(nearestOf(answer)).toBe(expected);
        expect(galleries.size()).toBe(await fixture.countFaces());
      }
    }
  } finally {
    await fixture.close();
  }
});

describe('a person who was enrolled by one service, before another', () => {
  let service: TestService;
  let merchant: Merchant;
  let searcher: ChildProcess;
  beforeAll(async () => {
    service = await startTestService({ clock: createRunningClock() });
    merchant = await newMerchant(service);
    const { databaseUrl = '', dataDirectory } = service.config;
    searcher = startChild('search', databaseUrl, join(dataDirectory, 'master.key'));
    await once(searcher, 'message');
  });
  afterAll(() => service.close());

  const db = () => service.service.database.db;
  const tenantId = () => merchant.tenant.tenantId;

  async function approve(value: string, face: 'a' | 'b'): Promise<void> {
    const { phone, attempt, id } = await openCamera(service, merchant, { identity: { key: 'cpf', value } });
    await perform(phone, attempt, face);
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
  }

  /** The newest face that is enrolled, opened. */
  async function openNewest() {
    const key = await openTenantKey(service, tenantId());
    const row = await db()
      .selectFrom('face_templates')
      .select(['template_id', 'engine_version', 'identity_hash', 'sealed_descriptor'])
      .where('tenant_id', '=', tenantId())
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const packed = key.unseal('face_templates', row.template_id, 'sealed_descriptor', row.sealed_descriptor);
    const numbers = Array.from({ length: packed.length / 4 }, (_, index) => packed.readFloatLE(index * 4));
    return {
      packed,
      numbers,
      engineVersion: row.engine_version,
      identityHash: row.identity_hash.toString('hex'),
    };
  }

  /** Runs `titular persons erase` beside both. */
  async function erase(value: string): Promise<Record<string, unknown>> {
    const { databaseUrl, dataDirectory } = service.config;
    const words = ['persons', 'erase', 'cpf', '--tenant', tenantId(), '--json'];
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: { ...COMPILE_CACHE, DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    giveInput(child, `${value}\n`);
    await once(child, 'close');
    return JSON.parse(output);
  }

  async function ask(
    descriptor: number[],
    engineVersion: string,
    except: string[] = [],
  ): Promise<TellNearest> {
    const question: AskNearest = {
      ...{ tenantId: tenantId(), identityKey: 'cpf', engineVersion, descriptor },
      exceptIdentityHashes: except,
    };
    searcher.send(question);
    const [told] = await once(searcher, 'message');
    return told as TellNearest;
  }

  test('is found there at once, with the face as the engine measured it, and is in no memory and no table once erased (R65, R90, R93)', async () => {
    const [known, erased] = [newCpf(), newCpf()];
    await approve(known, 'b');
    const bystander = await openNewest();
    const { engineVersion } = bystander;
    expect(await ask(bystander.numbers, engineVersion)).toEqual({ nearest: 0, held: 1 });
    expect(await ask(bystander.numbers, engineVersion, [bystander.identityHash])).toEqual({
      nearest: null,
      held: 1,
    });
    await approve(erased, 'a');
    const face = await openNewest();
    expect(await ask(face.numbers, engineVersion)).toEqual({ nearest: 0, held: 2 });
    expect(await erase(erased)).toMatchObject({ transactions: 1, templates: 1 });
    const after = await ask(face.numbers, engineVersion);
    expect(after.held).toBe(1);
    expect(after.nearest).toBeGreaterThan(0.5);
    const middle = face.packed.subarray(100, 132);
    const canaries = { descriptor: middle, identity: Buffer.from(face.identityHash, 'hex') };
    expect(findCanaries(canaries, await dumpDatabase(service))).toEqual([]);
  });
});
