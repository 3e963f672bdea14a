import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ErrorCode } from '@titular/contract';
import { packDescriptor, unpackDescriptor } from '@titular/face-engine';
import { OperatorRefusal } from '../../audit/index.ts';
import { SealBroken } from '../../kernel/base/sealing.ts';
import type { TenantKey } from '../../tenants/index.ts';
import type { MeasuredFaces } from '../measure-photographs.ts';

/** What the engine found in the photographs of a row: faces, or why it has none. */
export type Measured =
  | { kind: 'measured'; measured: MeasuredFaces }
  | { kind: 'refused'; code: ErrorCode; message: string };

const MAGIC = 'titular reference import 1\n';
const HASH_BYTES = 32;
const LENGTH_BYTES = 4;
/** More than five photographs take in any engine; what says more is no record. */
const MAX_RECORD = 1024 * 1024;

type Shape =
  | { versions: [version: string, faces: number, bytes: number][] }
  | Extract<Measured, { kind: 'refused' }>;

/** The shape as JSON behind its length, and then the descriptors. */
function pack(result: Measured): Buffer {
  const faces = result.kind === 'measured' ? [...result.measured] : [];
  const packed = faces.map(([version, descriptors]) => [version, descriptors.map(packDescriptor)] as const);
  const shape: Shape =
    result.kind === 'refused'
      ? result
      : { versions: packed.map(([version, all]) => [version, all.length, all[0]?.length ?? 0]) };
  const json = Buffer.from(JSON.stringify(shape));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  const descriptors = packed.flatMap(([, all]) => all);
  const whole = Buffer.concat([length, json, ...descriptors]);
  for (const one of descriptors) one.fill(0);
  return whole;
}

function unpack(plain: Buffer): Measured {
  let at = LENGTH_BYTES + plain.readUInt32BE(0);
  const shape = JSON.parse(plain.subarray(LENGTH_BYTES, at).toString('utf8')) as Shape;
  if ('kind' in shape) return shape;
  const measured = new Map<string, Float32Array[]>();
  for (const [version, faces, bytes] of shape.versions) {
    const descriptors: Float32Array[] = [];
    for (let face = 0; face < faces; face += 1, at += bytes)
      descriptors.push(unpackDescriptor(plain.subarray(at, at + bytes)));
    measured.set(version, descriptors);
  }
  return { kind: 'measured', measured };
}

/**
 * What was measured so far, sealed with the tenant's key in a file beside the report, so that no photograph is measured twice. A record is
 * its length, the keyed hash by which it is found, and the sealed faces. What a killed process left half written is cut off.
 */
export class WorkFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #key: TenantKey;
  /** Where the record of a keyed hash begins; as many as the file has rows. */
  readonly #places = new Map<string, number>();
  #end: number;

  private constructor(path: string, handle: FileHandle, key: TenantKey) {
    [this.path, this.#handle, this.#key] = [path, handle, key];
    this.#end = MAGIC.length;
  }

  /** Opens the file, readable by its owner alone, or makes it; refuses one that is something else. */
  static async open(path: string, key: TenantKey): Promise<WorkFile> {
    const refuse = (error: NodeJS.ErrnoException): never => {
      throw new OperatorRefusal('forbidden', `The work file ${path} cannot be opened (${error.code}).`);
    };
    const existing = await open(path, 'r+').catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? undefined : refuse(error),
    );
    const handle = existing ?? (await open(path, 'wx+', 0o600).catch(refuse));
    const file = new WorkFile(path, handle, key);
    try {
      await file.#readPlaces();
      return file;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** How many records were found or written. */
  get size(): number {
    return this.#places.size;
  }

  /** Finds what was measured under a keyed hash; nothing where the record was damaged. */
  async find(hash: Buffer): Promise<Measured | undefined> {
    const place = this.#places.get(hash.toString('base64'));
    if (place === undefined) return undefined;
    const length = await this.#readLength(place);
    const sealed = Buffer.alloc(length);
    await this.#handle.read(sealed, 0, length, place + LENGTH_BYTES + HASH_BYTES);
    try {
      const plain = this.#key.unseal('reference_imports', hash.toString('hex'), 'measured', sealed);
      const result = unpack(plain);
      plain.fill(0);
      return result;
    } catch (error) {
      if (error instanceof SealBroken) return undefined;
      throw error;
    }
  }

  /** The faces under the keyed hash of a row that was measured. */
  async facesOf(hash: Buffer): Promise<MeasuredFaces> {
    const result = await this.find(hash);
    if (result?.kind !== 'measured') throw new Error('a row that was measured is in the work file');
    return result.measured;
  }

  /** Adds what was measured, by one write. */
  async add(hash: Buffer, result: Measured): Promise<void> {
    const plain = pack(result);
    const sealed = this.#key.seal('reference_imports', hash.toString('hex'), 'measured', plain);
    plain.fill(0);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(sealed.length);
    const record = Buffer.concat([length, hash, sealed]);
    const place = this.#end;
    this.#end += record.length;
    await this.#handle.write(record, 0, record.length, place);
    this.#places.set(hash.toString('base64'), place);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Deletes the file: what it holds is enrolled, or refused. */
  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }

  async #readLength(place: number): Promise<number> {
    const length = Buffer.alloc(LENGTH_BYTES);
    const { bytesRead } = await this.#handle.read(length, 0, LENGTH_BYTES, place);
    return bytesRead === LENGTH_BYTES ? length.readUInt32BE(0) : 0;
  }

  async #readPlaces(): Promise<void> {
    const { size } = await this.#handle.stat();
    const begin = Buffer.alloc(MAGIC.length);
    const { bytesRead } = await this.#handle.read(begin, 0, MAGIC.length, 0);
    // A process that was killed at the start left a part of it.
    if (!MAGIC.startsWith(begin.toString('latin1', 0, bytesRead)))
      throw new OperatorRefusal(
        'forbidden',
        `The file ${this.path} exists and is no work file of an import.`,
      );
    if (bytesRead < MAGIC.length) await this.#handle.write(MAGIC, 0);
    const hash = Buffer.alloc(HASH_BYTES);
    for (;;) {
      const place = this.#end;
      const length = await this.#readLength(place);
      const next = place + LENGTH_BYTES + HASH_BYTES + length;
      if (length === 0 || length > MAX_RECORD || next > size) break;
      await this.#handle.read(hash, 0, HASH_BYTES, place + LENGTH_BYTES);
      this.#places.set(hash.toString('base64'), place);
      this.#end = next;
    }
    await this.#handle.truncate(this.#end);
  }
}
