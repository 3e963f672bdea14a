import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkEnvelope, readVerifyingKey } from './envelope.ts';
import { sha256Of } from './origin.ts';
import { readArtefact } from './read-artefact.ts';

type Statement = {
  subject: { name: string; digest: { sha256: string } }[];
  predicate: {
    buildDefinition: {
      internalParameters: { uncommittedChanges: boolean };
      resolvedDependencies: { name?: string; digest: { gitCommit?: string } }[];
    };
    runDetails: { byproducts: { digest: { sha256: string } }[] };
  };
};
type Component = {
  type: string;
  name: string;
  hashes?: { alg: string; content: string }[];
  components?: Component[];
};
type Bill = { metadata: { component: Component }; components: Component[] };

/** What was found: the files that were compared, where they say they are from, whether a signature was checked, and what is wrong in sentences. */
export type Verdict = { files: number; source: string; isSigned: boolean; problems: string[] };

const MAX_NAMED = 10;

/** Compares digests by path, both ways. */
function compare(found: Map<string, string>, stated: Map<string, string>, by: string): string[] {
  const problems = [
    ...[...found].flatMap(([path, sha256]) => {
      const other = stated.get(path);
      if (other === undefined) return [`${path} is not named by the ${by}.`];
      return other === sha256 ? [] : [`${path} has other bytes than the ${by} says.`];
    }),
    ...[...stated.keys()]
      .filter((path) => !found.has(path))
      .map((path) => `${path} is named by the ${by} and missing.`),
  ];
  const left = problems.length - MAX_NAMED;
  return left > 0 ? [...problems.slice(0, MAX_NAMED), `And ${left} more.`] : problems;
}

const filesOf = (component: Component): [string, string][] => [
  ...(component.type === 'file'
    ? [[component.name, component.hashes?.[0]?.content ?? ''] as [string, string]]
    : []),
  ...(component.components ?? []).flatMap(filesOf),
];

function checkSigned(start: string, statement: Buffer, key: string | undefined): string[] {
  if (key === undefined) return [];
  const file = `${start}.provenance.dsse.json`;
  if (!existsSync(file)) return [`${basename(file)} is missing: the provenance is not signed.`];
  const problem = checkEnvelope(readFileSync(file, 'utf8'), statement, readVerifyingKey(key));
  return problem === undefined ? [] : [problem];
}

function sourceOf({ buildDefinition }: Statement['predicate']): string {
  const { internalParameters, resolvedDependencies } = buildDefinition;
  const commit = resolvedDependencies.find(({ name }) => name === 'titular')?.digest.gitCommit ?? 'unknown';
  return `commit ${commit}${internalParameters.uncommittedChanges ? ' with uncommitted changes' : ''}`;
}

/** Name of an artefact without what ends it; its bill and its provenance stand beside it by this name. */
const startOf = (file: string): string =>
  file.replace(/\.(?:tgz|tar\.gz|whl)$/, '').replace(/\.oci\.tar$/, '.image');

/** Verifies an artefact against bill and provenance beside it: every byte of every file, and the signature if a key is named. */
export function verifyArtefact(file: string, key?: string): Verdict {
  const start = startOf(file);
  const { sha256, files } = readArtefact(file);
  const statementBytes = readFileSync(`${start}.provenance.json`);
  const { subject, predicate } = JSON.parse(statementBytes.toString()) as Statement;
  const billBytes = readFileSync(`${start}.cdx.json`);
  const bill = JSON.parse(billBytes.toString()) as Bill;
  const [artefact, ...subjects] = subject;
  const prefix = `${artefact?.name}/`;
  const stated = new Map(subjects.map(({ name, digest }) => [name.slice(prefix.length), digest.sha256]));
  const billed = new Map([bill.metadata.component, ...bill.components].flatMap(filesOf));
  const [ofBill] = predicate.runDetails.byproducts;
  const problems = [
    ...checkSigned(start, statementBytes, key),
    ...(artefact?.digest.sha256 === sha256
      ? []
      : [`${basename(file)} has another digest than its provenance says.`]),
    ...(ofBill?.digest.sha256 === sha256Of(billBytes)
      ? []
      : ['The bill of materials has another digest than the provenance says.']),
    ...compare(files, stated, 'provenance'),
    ...compare(files, billed, 'bill of materials'),
  ];
  return { files: files.size, source: sourceOf(predicate), isSigned: key !== undefined, problems };
}
