import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EIGHT_BIT_NET, type NetName } from '../nets.ts';
import { DESCRIPTOR_RANGES } from './descriptor-ranges.ts';
import { makeNet } from './make-net.ts';
import { type BlobRanges, encodeOnnx } from './onnx.ts';

/** SHA-256 of each net as ONNX, from the pinned versions of the packages that its weights come with. */
const DIGESTS: Readonly<Record<NetName, string>> = {
  'detector-224': 'a19cc8515d9cba31657db61c59d06d9864d48e360fa66fb7a761bc1a7021ed33',
  'detector-416': '3d4ae0044c177b1840ebc2e47567d50101b93c136ac01b370ee9b17af225124e',
  landmarks: '55800decc3d0456f3d41c17c8442ac09f12fc27524c13c08bcc0f2e08df37e76',
  descriptor: '2b077fefbfcc36675ed8d3f7465cd5305b3aa0c5786d4a802ff94bf2e84d97a9',
  'descriptor-int8': '5d83156560e73d963c50255b790b6ca6fe6bee01efbfdae2ac82046387ac4885',
  mesh: '3c2b0da8b0887b33aeae4e33a92f833d97d41a60308cd17e02c42aef50688104',
};

/** Nets that are computed in 8 bits, and the ranges of their blobs. */
const RANGES: Readonly<Partial<Record<NetName, BlobRanges>>> = { [EIGHT_BIT_NET]: DESCRIPTOR_RANGES };

const isGenuine = (name: NetName, bytes: Uint8Array): boolean =>
  createHash('sha256').update(bytes).digest('hex') === DIGESTS[name];

/** Written beside its place and renamed: whoever reads meanwhile finds a whole file or none. */
async function keep(directory: string, path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(draft, bytes, { flag: 'wx' });
    await rename(draft, path);
  } catch {
    // A directory that cannot be written to costs the time to make the nets at each start, no more.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Path of a net's file in the directory that nets are kept in. */
export const netPath = (directory: string, name: NetName): string => join(directory, `${name}.onnx`);

/** A net as ONNX: from the directory when the file there is the right one, else made anew and kept there. Without a directory nothing is kept. A net that comes out otherwise than this version of the service knows it is a fault. */
export async function readNetFile(directory: string | undefined, name: NetName): Promise<Uint8Array> {
  const path = directory && netPath(directory, name);
  const kept = path && (await readFile(path).catch(() => undefined));
  if (kept && isGenuine(name, kept)) return kept;
  const made = encodeOnnx(await makeNet(name), RANGES[name]);
  if (!isGenuine(name, made)) throw new Error(`the weights of ${name} are not those of the pinned package`);
  if (directory && path) await keep(directory, path, made);
  return made;
}
