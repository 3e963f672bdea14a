// A process of its own. `churn` enrols and deletes faces until it is killed; `search` answers questions about the nearest face.

import { randomBytes } from 'node:crypto';
import { createGalleries } from '@titular/server/faces/gallery/gallery.ts';
import { deleteTemplates, insertTemplate } from '@titular/server/faces/gallery/template-store.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { openMasterKeys } from '@titular/server/tenants/keys/master-key.ts';
import { loadMasterKeys } from '@titular/server/tenants/keys/master-key-file.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { asId } from '@titular/test-kit';

/** A question to the process that searches, with its descriptor and hashes as JSON takes them. */
export type AskNearest = {
  tenantId: TenantId;
  identityKey: string;
  engineVersion: string;
  descriptor: number[];
  exceptIdentityHashes: string[];
};

/** What it answers: the nearest face, if there is one, and how many faces it holds. */
export type TellNearest = { nearest: number | null; held: number };

const [mode = '', connectionString = '', keyFile = '', tenant = '', engineVersion = ''] =
  process.argv.slice(2);
const tenantId = asId(tenant);
const { db } = connect(connectionString, 4, () => undefined);
const masterKeys = await openMasterKeys(
  () => loadMasterKeys(keyFile, false),
  () => performance.now(),
);
const tenantKeys = createTenantKeys(db, masterKeys);

/** One after the other: a face or two enrolled in one commit, or one deleted, for as long as the process lives. */
async function churn(lane: number): Promise<never> {
  const key = await tenantKeys(tenantId);
  const enrolled: Buffer[] = [];
  for (;;) {
    const oldest = enrolled.length > 5 + lane ? enrolled.shift() : undefined;
    await db.transaction().execute(async (trx) => {
      if (oldest) await deleteTemplates(trx, tenantId, oldest);
      const identityHash = randomBytes(32);
      for (const place of [1, 2].slice(0, 1 + (lane % 2)))
        await insertTemplate(trx, tenantId, key, {
          ...{ templateId: newId(), engineVersion, identityKey: 'cpf', identityHash, place },
          descriptor: Float32Array.from({ length: 128 }, () => Math.random() - 0.5),
          ...{ subject: { kind: 'transaction', id: newId() } as const, at: new Date() },
        });
      enrolled.push(identityHash);
    });
    process.send?.('changed');
  }
}

function answerQuestions(): void {
  const log = createLog('silent');
  const galleries = createGalleries({
    ...{ db, tenantKeys, clock: systemClock, log, threads: 2 },
    bounds: { galleryLimit: 1_000, galleryMemoryMb: 64 },
  });
  process.on('message', async ({ descriptor, exceptIdentityHashes, ...asked }: AskNearest) => {
    const question = {
      identityKey: asked.identityKey,
      engineVersion: asked.engineVersion,
      exceptIdentityHashes: exceptIdentityHashes.map((hash) => Buffer.from(hash, 'hex')),
    };
    const answer = await galleries.search(db, asked.tenantId, question, Float32Array.from(descriptor));
    if (answer.kind !== 'searched') throw new Error('nothing was searched');
    const told: TellNearest = { nearest: answer.nearest ?? null, held: galleries.size() };
    process.send?.(told);
  });
}

process.once('disconnect', () => process.exit());
if (mode === 'churn') await Promise.all([churn(0), churn(1), churn(2)]);
answerQuestions();
process.send?.('ready');
