import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sameDigest } from '../base/secret.ts';
import type { Environment } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { findDeployment, insertDeployment } from './deployment-store.ts';

/** The key-encryption key, 32 bytes, with a public id derived from it. */
export type MasterKey = { id: string; bytes: Buffer };

/** The start must not go on: the sentence says what is wrong and what to do. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

const derive = (bytes: Buffer, label: string): Buffer => createHmac('sha256', bytes).update(label).digest();

// Buffer.from skips what is no base64 and would make another key of a damaged file.
const KEY_IN_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** Takes 32 bytes in base64 as a master key. */
export function parseMasterKey(text: string): MasterKey {
  if (!KEY_IN_BASE64.test(text.trim()))
    throw new StartRefused('The master key file must hold 32 bytes in base64.');
  const bytes = Buffer.from(text.trim(), 'base64');
  return { id: derive(bytes, 'titular master key id').toString('hex').slice(0, 16), bytes };
}

/** Writes the key whole before it has its name, so that of two first starts at once both read the same one. */
async function writeNewKey(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
    await handle.sync();
    await link(draft, file);
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/** Reads the master key; with `create`, a missing file is made with a fresh key and mode 0600. */
export async function loadMasterKey(file: string, create: boolean): Promise<MasterKey> {
  if (create) {
    await writeNewKey(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`The master key file ${file} cannot be read (${error.code}).`);
  });
  return parseMasterKey(text);
}

/** Binds a new database to environment and master key, or refuses to start when it was bound to others. */
export async function checkDeployment(db: Db, environment: Environment, key: MasterKey): Promise<void> {
  const check = derive(key.bytes, 'titular master key check');
  await insertDeployment(db, environment, key.id, check);
  const bound = await findDeployment(db);
  if (bound.environment !== environment) {
    throw new StartRefused(
      `This database belongs to the ${bound.environment} environment; TITULAR_ENV says ${environment}.`,
    );
  }
  if (bound.masterKeyId !== key.id || !sameDigest(bound.masterKeyCheck, check)) {
    throw new StartRefused(
      `This database needs the master key ${bound.masterKeyId}, the one given is ${key.id}: put the right file at TITULAR_MASTER_KEY_FILE.`,
    );
  }
}
