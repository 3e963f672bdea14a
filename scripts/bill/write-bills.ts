import { execFileSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signStatement } from './envelope.ts';
import { OURS } from './npm-origins.ts';
import { type Artefact, type Billed, groupByOrigin, type Origin, sha256Of } from './origin.ts';

/** The state of the repository that an artefact was made from. */
type Source = { revision: string; isModified: boolean; committedAt: string; lockfile: string };

const git = (root: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

const readSource = (root: string): Source => ({
  revision: git(root, 'rev-parse', 'HEAD'),
  isModified: git(root, 'status', '--porcelain') !== '',
  committedAt: new Date(Number(git(root, 'log', '-1', '--format=%ct')) * 1_000).toISOString(),
  lockfile: sha256Of(readFileSync(join(root, 'package-lock.json'))),
});

const fileComponent = ({ path, sha256 }: Billed): object => ({
  type: 'file',
  name: path,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
});

/** Digests by the names of CycloneDX, which writes SHA-512 where in-toto writes sha512. */
const hashesOf = (digest: Readonly<Record<string, string>>): object[] =>
  Object.entries(digest).map(([name, content]) => ({ alg: name.replace('sha', 'SHA-'), content }));

const library = ({ purl, name, version, licences, digest }: Origin, files: readonly Billed[]): object => ({
  type: 'library',
  'bom-ref': purl,
  name,
  version,
  purl,
  licenses: licences,
  ...(digest ? { hashes: hashesOf(digest) } : {}),
  components: files.map(fileComponent),
});

/** An id that follows from the digest, so that the same artefact has the same bill. */
const serialOf = (sha256: string): string => {
  const hex = sha256.slice(0, 32);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ];
  return `urn:uuid:${parts.join('-')}`;
};

/** The bill of materials of an artefact in CycloneDX 1.5: each package with its files, each file with its digest. */
function billOf({ sha256, files, own = OURS }: Artefact, { committedAt }: Source): object {
  const groups = groupByOrigin(files);
  const ownFiles = groups.find(([{ purl }]) => purl === own.purl)?.[1] ?? [];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: serialOf(sha256),
    version: 1,
    metadata: {
      timestamp: committedAt,
      component: {
        ...library(own, ownFiles),
        type: 'application',
        hashes: [{ alg: 'SHA-256', content: sha256 }],
      },
    },
    components: groups.filter(([{ purl }]) => purl !== own.purl).map(([origin, its]) => library(origin, its)),
  };
}

/** The provenance of an artefact: an in-toto statement with SLSA 1.0, whose subjects are the artefact and every file in it. */
function provenanceOf({ name, sha256, files }: Artefact, source: Source, bill: string): object {
  const fetched = groupByOrigin(files).flatMap(([{ purl, digest }]) =>
    digest ? [{ uri: purl, digest }] : [],
  );
  const own = { name: 'titular', digest: { gitCommit: source.revision } };
  const lockfile = { name: 'package-lock.json', digest: { sha256: source.lockfile } };
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name, digest: { sha256 } },
      ...files.map((file) => ({ name: `${name}/${file.path}`, digest: { sha256: file.sha256 } })),
    ],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:titular:build:v1',
        externalParameters: { platform: `${process.platform}-${process.arch}` },
        internalParameters: { node: process.version, uncommittedChanges: source.isModified },
        resolvedDependencies: [own, lockfile, ...fetched],
      },
      runDetails: {
        builder: { id: 'urn:titular:builder:npm-run' },
        byproducts: [{ name: 'bill of materials', digest: { sha256: bill } }],
      },
    },
  };
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** Writes `<start>.cdx.json` and `<start>.provenance.json` of an artefact, and with a key the signed envelope. */
export function writeBills(root: string, start: string, artefact: Artefact, key?: KeyObject): void {
  const source = readSource(root);
  const bill = json(billOf(artefact, source));
  const provenance = json(provenanceOf(artefact, source, sha256Of(bill)));
  writeFileSync(`${start}.cdx.json`, bill);
  writeFileSync(`${start}.provenance.json`, provenance);
  const envelope = `${start}.provenance.dsse.json`;
  // An envelope of an earlier run is over another statement.
  rmSync(envelope, { force: true });
  if (key) writeFileSync(envelope, signStatement(provenance, key));
}
