import { createHash } from 'node:crypto';

/** What a file is from: a package by its purl, with what is known of it. */
export type Origin = {
  purl: string;
  name: string;
  version: string;
  licences: readonly object[];
  /** Digest of the package as it was fetched, by the names of in-toto; undefined for what is made here. */
  digest?: Readonly<Record<string, string>>;
};

/** A file of an artefact with its digest and its origin. */
export type Billed = { path: string; sha256: string; origin: Origin };

/** An artefact that is shipped: its file or name, its digest, and every file within; `own` is what it is, the program unless told. */
export type Artefact = { name: string; sha256: string; files: readonly Billed[]; own?: Origin };

/** The SHA-256 of bytes in hexadecimal. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Groups files by their origin, both in a fixed order. */
export function groupByOrigin(files: readonly Billed[]): [Origin, Billed[]][] {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const groups = Map.groupBy(sorted, ({ origin }) => origin.purl);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, its]) => (its[0] ? [[its[0].origin, its] as [Origin, Billed[]]] : []));
}
