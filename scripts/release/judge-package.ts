import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

type Checked = {
  types: unknown;
  problems?: { kind: string; entrypoint?: string; resolutionKind?: string }[];
  entrypoints?: Record<string, { resolutions: Record<string, { resolution?: { fileName: string } }> }>;
};
type TypesJudge = {
  createPackageFromTarballData(data: Uint8Array): object;
  checkPackage(given: object): Promise<Checked>;
};

/** Installs what judges types, which brings an older compiler and so is no part of the other installation. */
export const JUDGE_COMMAND = 'npm ci --prefix runtimes';

/** A package of modules alone is not there for who resolves without `exports`, nor for a require before Node.js 22. */
const ELSEWHERE = ['node10', 'node16-cjs'];

/** Resolutions that have to find declarations for each entry. */
const RESOLUTIONS = ['node16-esm', 'bundler'];

/** Whether the judge of types is installed. */
export const hasTypesJudge = (root: string): boolean =>
  existsSync(join(root, 'runtimes/node_modules/@arethetypeswrong/core'));

/** What `publint` complains of in a tarball, suggestions included. */
export async function lintPackage(tarball: Buffer): Promise<string[]> {
  const bytes = new Uint8Array(tarball).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
  return messages.map((message) => formatMessage(message, pkg ?? {}) ?? message.code);
}

/** What is wrong with the types of a library in a tarball, by any resolution of modules that it is made for. */
export async function judgeTypes(root: string, tarball: Buffer): Promise<string[]> {
  const inRuntimes = createRequire(join(root, 'runtimes/package.json'));
  const judge = pathToFileURL(inRuntimes.resolve('@arethetypeswrong/core')).href;
  const { checkPackage, createPackageFromTarballData }: TypesJudge = await import(judge);
  const {
    types,
    problems = [],
    entrypoints = {},
  } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  if (!types) return ['The package has no types.'];
  const missing = Object.entries(entrypoints).flatMap(([entry, { resolutions }]) =>
    RESOLUTIONS.filter(
      (kind) => !/\.d\.[cm]?ts$|\.json$/.test(resolutions[kind]?.resolution?.fileName ?? ''),
    ).map((kind) => `${entry}: ${kind} finds no declarations.`),
  );
  const wrong = problems
    .filter(({ resolutionKind }) => resolutionKind === undefined || !ELSEWHERE.includes(resolutionKind))
    .map(
      ({ kind, entrypoint, resolutionKind }) =>
        `${entrypoint ?? 'package'}: ${kind}${resolutionKind ? ` by ${resolutionKind}` : ''}.`,
    );
  return [...wrong, ...missing];
}
