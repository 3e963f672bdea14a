import { prepareSearches, type SearchDeps } from '../compare-reference.ts';
import { chooseAll, isBeyondDoubt } from '../enrol-measured.ts';
import type { FileFaces } from './file-faces.ts';
import type { MeasuredRow } from './measure-rows.ts';
import type { Patiently } from './patient-database.ts';
import { runParallel } from './run-parallel.ts';
import type { WorkFile } from './work-file.ts';

/** A row whose face another identity has too: rows of the file, or an enrolled face. */
export type Duplicate = { row: number; otherRow: number | undefined; faceId: string | undefined };

/** What the search for duplicates needs. */
export type DuplicateDeps = SearchDeps & {
  work: WorkFile;
  faces: FileFaces;
  matchThreshold: number;
  parallel: number;
  stopping: AbortSignal;
  patiently: Patiently;
  say(done: number): void;
};

type Nearest<Of> = { distance: number; of: Of };

const nearer = <Of>(one: Nearest<Of> | undefined, other: Nearest<Of> | undefined): Nearest<Of> | undefined =>
  !one || (other && other.distance < one.distance) ? other : one;

/** The id of an enrolled face in its hyphenated form. */
const idText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Searches the faces of a row among those of other identities, of the file and of the tenant. */
async function findOthers(
  deps: DuplicateDeps,
  { row, asked, hash }: MeasuredRow,
): Promise<Duplicate | undefined> {
  const { work, faces, matchThreshold } = deps;
  const chosen = chooseAll(await work.facesOf(hash));
  let ofFile: Nearest<number> | undefined;
  let enrolled: Nearest<string> | undefined;
  for (const [version, descriptors] of chosen)
    for (const descriptor of descriptors) {
      const found = await faces.findOther(asked.identity, version, descriptor);
      ofFile = nearer(ofFile, found && { distance: found.distance, of: found.row });
    }
  const searches = await deps.patiently(() => prepareSearches(deps, { ...asked, chosen }));
  for (const { prepared } of searches) {
    const parts = prepared.kind === 'searched' ? prepared.parts : [];
    for (const { nearest } of parts)
      enrolled = nearer(enrolled, nearest && { distance: nearest.distance, of: idText(nearest.id) });
  }
  const doubtless = <Of>(one: Nearest<Of> | undefined): Of | undefined =>
    one && isBeyondDoubt(one.distance, matchThreshold) ? one.of : undefined;
  const [otherRow, faceId] = [doubtless(ofFile), doubtless(enrolled)];
  return otherRow === undefined && faceId === undefined ? undefined : { row, otherRow, faceId };
}

/** Finds each row whose face, beyond doubt, another identity of the file has or is enrolled with; rows that allow it are left out. */
export async function findDuplicates(
  deps: DuplicateDeps,
  rows: readonly MeasuredRow[],
): Promise<ReadonlyMap<number, Duplicate>> {
  const found = new Map<number, Duplicate>();
  let done = 0;
  await runParallel(rows, deps.parallel, deps.stopping, async (measured) => {
    const duplicate = measured.asked.allowsDuplicate ? undefined : await findOthers(deps, measured);
    if (duplicate) found.set(duplicate.row, duplicate);
    done += 1;
    deps.say(done);
  });
  return found;
}
