import { randomBytes } from 'node:crypto';
import { SearchThreads } from '../../faces/index.ts';
import { parseUuid, type TemplateId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { AskedReference } from '../enrol-measured.ts';
import type { MeasuredFaces } from '../measure-photographs.ts';

/** The nearest face of another identity of the file, by its row. */
export type NearestRow = { distance: number; row: number };

/** An id that begins with a row, so that the search gives it back; it ends at random, as the search expects. */
function idOf(row: number): TemplateId {
  const id = parseUuid(
    `${row.toString(16).padStart(8, '0')}-0000-4000-8000-${randomBytes(6).toString('hex')}`,
  );
  invariant(id, 'a row has an id');
  return id;
}

/** The faces of one file in the memory of search threads, by kind of identity and engine version; searched exactly, as a gallery is. */
export class FileFaces {
  readonly #threads: SearchThreads;
  /** One for each kind of identity and engine version. */
  readonly #galleries: { name: string; gallery: number }[] = [];
  #faces = 0;

  constructor(threads: number) {
    this.#threads = new SearchThreads(threads, () => undefined);
  }

  /** How many faces it holds. */
  get size(): number {
    return this.#faces;
  }

  /** Adds the faces of a row; the descriptors given stay as they are. */
  async add(row: number, identity: AskedReference['identity'], chosen: MeasuredFaces): Promise<void> {
    for (const [version, descriptors] of chosen) {
      const faces = descriptors.map((descriptor) => ({
        templateId: idOf(row),
        identityHash: identity.hash,
        descriptor: Float32Array.from(descriptor),
      }));
      this.#faces += faces.length;
      await this.#threads.change(this.#galleryOf(identity.key, version), [], faces);
    }
  }

  /** Finds the nearest face of another identity among those added. */
  async findOther(
    identity: AskedReference['identity'],
    version: string,
    descriptor: Float32Array,
  ): Promise<NearestRow | undefined> {
    const gallery = this.#galleryOf(identity.key, version);
    const found = await this.#threads.findNearest(gallery, descriptor, [identity.hash]);
    return found && { distance: found.distance, row: Buffer.from(found.id).readUInt32BE(0) };
  }

  /** Overwrites everything, and ends the threads. */
  close(): void {
    this.#threads.close();
  }

  #galleryOf(kind: string, version: string): number {
    const name = `${kind}/${version}`;
    const known = this.#galleries.find((one) => one.name === name);
    if (known) return known.gallery;
    const gallery = this.#threads.open();
    this.#galleries.push({ name, gallery });
    return gallery;
  }
}
