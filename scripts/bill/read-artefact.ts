import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sha256Of } from './origin.ts';
import { type Entry, readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';

/** What an artefact is by its bytes: its digest and the digest of every file in it. */
export type Contents = { sha256: string; files: Map<string, string> };

const digestFiles = (entries: readonly Entry[]): [string, string][] =>
  entries.filter(({ kind }) => kind === 'file').map(({ path, bytes }) => [path, sha256Of(bytes)]);

type Descriptor = { digest: string };

/** Reads the image in an archive of the open container initiative; every blob must have the digest that it is named by. */
function readImage(archive: Buffer): Contents {
  const blobs = new Map(readTar(archive).map(({ path, bytes }) => [path, bytes]));
  const read = (path: string): Buffer => {
    const bytes = blobs.get(path);
    if (!bytes) throw new Error(`the image lacks ${path}`);
    return bytes;
  };
  const blob = ({ digest }: Descriptor): Buffer => {
    const bytes = read(`blobs/${digest.replace(':', '/')}`);
    if (`sha256:${sha256Of(bytes)}` !== digest) throw new Error(`the image has other bytes than ${digest}`);
    return bytes;
  };
  const { manifests } = JSON.parse(read('index.json').toString()) as { manifests: Descriptor[] };
  const [manifest] = manifests;
  if (!manifest || manifests.length > 1) throw new Error('the archive must hold one image');
  const { config, layers } = JSON.parse(blob(manifest).toString()) as {
    config: Descriptor;
    layers: Descriptor[];
  };
  blob(config);
  const files = layers.flatMap((layer) => digestFiles(readTar(gunzipSync(blob(layer)))));
  return { sha256: manifest.digest.replace('sha256:', ''), files: new Map(files) };
}

/** Reads a package for npm or Python, or the archive of an image. */
export function readArtefact(file: string): Contents {
  const bytes = readFileSync(file);
  if (file.endsWith('.oci.tar')) return readImage(bytes);
  const entries = file.endsWith('.whl') ? readZip(bytes) : readTar(gunzipSync(bytes));
  return { sha256: sha256Of(bytes), files: new Map(digestFiles(entries)) };
}
