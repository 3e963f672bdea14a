import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSigningKey } from '../bill/envelope.ts';
import type { Origin } from '../bill/origin.ts';
import { readArtefact } from '../bill/read-artefact.ts';
import { writeBills } from '../bill/write-bills.ts';
import { compareWithBaseline } from '../contract/release-contract.ts';
import { openApiText } from '../docs/pages.ts';
import { readManifest } from '../pack/reach-sources.ts';
import {
  CONTRACT_CHANGELOG,
  changelogProblem,
  contractProblem,
  isContractDated,
  isDated,
} from './changelog.ts';
import contents from './contents.json' with { type: 'json' };
import { contentProblems } from './contents.ts';
import { copyCommit } from './copy-commit.ts';
import { decideVersion, newestOf } from './decide-version.ts';
import { hasTypesJudge, JUDGE_COMMAND, judgeTypes, lintPackage } from './judge-package.ts';
import { nameRepository } from './name-repository.ts';
import { bytesOf, type Packed, packPublished } from './pack-published.ts';
import { hasSetuptools, NO_PYTHON } from './pack-python.ts';
import { PUBLISHED } from './packages.ts';
import { publishPages } from './published-pages.ts';
import { runCommand } from './run-command.ts';
import { setVersion } from './set-version.ts';

/** A release that is being made: what it was asked for, and what the steps so far found. */
export type Draft = {
  readonly root: string;
  /** Folder below the output that holds everything until the end. */
  readonly place: string;
  readonly requested: string | undefined;
  readonly repository: string | undefined;
  readonly signKey: string | undefined;
  readonly day: string;
  readonly signal: AbortSignal;
  commit: string;
  version: string;
  /** Whether the contract differs from that of the last release. */
  hasNewContract: boolean;
  isPrepared: boolean;
  packed: Packed[];
};

/** One step of a release: it tells in a few words what it found, or throws. */
export type Step = { title: string; run: (draft: Draft) => Promise<string> };

/** Why there is no release, in words for the person who asked for it. */
export class ReleaseRefused extends Error {}

/** Checkout of the commit in which everything is built. */
const copyOf = ({ place }: Draft): string => join(place, 'copy');

/** Archives with what lies beside them. */
export const archivesOf = (place: string): string => join(place, 'archives');

const BUILT = ['capture-page', 'docs-site', 'portal', 'web-sdk', 'client', 'create-titular'];
const MAIN = 'main';

function refuseAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new ReleaseRefused(problems.join('\n'));
}

const git = ({ root, signal }: Draft, ...words: string[]): Promise<string> =>
  runCommand('git', words, { cwd: root, signal });

async function checkTree(draft: Draft): Promise<string> {
  const changed = (await git(draft, 'status', '--porcelain')).split('\n').filter(Boolean);
  const branch = (await git(draft, 'branch', '--show-current')).trim();
  refuseAny([
    ...(branch === MAIN ? [] : [`A release is made on ${MAIN}: this is ${branch || 'no branch'}.`]),
    ...(changed.length > 0 ? [`The tree has changes: commit or remove ${changed[0]?.slice(3)} first.`] : []),
  ]);
  draft.commit = (await git(draft, 'rev-parse', 'HEAD')).trim();
  return draft.commit.slice(0, 12);
}

async function chooseVersion(draft: Draft): Promise<string> {
  const changes = await compareWithBaseline(openApiText());
  const decision = decideVersion({
    released: newestOf((await git(draft, 'tag', '--merged', 'HEAD')).split('\n')),
    current: readManifest(draft.root).version,
    changes,
    requested: draft.requested,
  });
  if (decision.kind === 'refused') throw new ReleaseRefused(decision.reason);
  draft.version = decision.version;
  draft.hasNewContract = changes.length > 0;
  return `${decision.version}, because ${decision.because}`;
}

async function checkChangelogs(draft: Draft): Promise<string> {
  const { root, version, hasNewContract } = draft;
  const ofContract = readFileSync(join(root, CONTRACT_CHANGELOG), 'utf8');
  const texts = PUBLISHED.map(({ changelog }) => readFileSync(join(root, changelog), 'utf8'));
  const ofNew = contractProblem(ofContract, version, hasNewContract);
  refuseAny([
    ...PUBLISHED.flatMap(({ changelog }, at) => changelogProblem(changelog, texts[at] ?? '', version) ?? []),
    ...(ofNew === undefined ? [] : [ofNew]),
  ]);
  const areDated = texts.every((text) => isDated(text, version)) && isContractDated(ofContract);
  draft.isPrepared = readManifest(root).version === version && areDated;
  return `${texts.length} have a section ${version}`;
}

/** What is missed after minutes otherwise, when everything was built. */
async function checkTools({ root, signal }: Draft): Promise<string> {
  refuseAny([
    ...((await hasSetuptools(root, signal)) ? [] : [NO_PYTHON]),
    ...(hasTypesJudge(root) ? [] : [`What judges types is not here: run "${JUDGE_COMMAND}".`]),
  ]);
  return 'setuptools, the judge of types';
}

async function makeCopy(draft: Draft): Promise<string> {
  const { root, version, day, commit, signal } = draft;
  await copyCommit(root, copyOf(draft), commit, signal);
  const from = readManifest(copyOf(draft)).version;
  const changed = draft.isPrepared ? [] : setVersion(copyOf(draft), { from, to: version, day });
  if (draft.repository !== undefined) nameRepository(copyOf(draft), draft.repository);
  return [
    changed.length > 0 ? `version and day set in ${changed.length} files of it` : 'as it is',
    ...(draft.repository === undefined ? [] : [`repository ${draft.repository}`]),
  ].join('; ');
}

async function build(draft: Draft): Promise<string> {
  const given = { cwd: copyOf(draft), signal: draft.signal };
  await runCommand('npm', ['run', '--silent', 'build', '--', ...BUILT], given);
  await runCommand('npm', ['run', '--silent', 'build-types', '--workspace', '@titular/web-sdk'], given);
  return BUILT.join(', ');
}

async function pack(draft: Draft): Promise<string> {
  const { version, repository, signKey, signal } = draft;
  const out = archivesOf(draft.place);
  mkdirSync(out);
  for (const published of PUBLISHED) {
    const given = { root: copyOf(draft), out, version, signKey, signal };
    // The program holds the pages that its own front page leads to, and the site is made of the pages as they stand.
    if (published.form !== 'program') publishPages(copyOf(draft), published, { version, repository });
    draft.packed.push(...(await packPublished(published, given)));
  }
  return draft.packed.map(({ file }) => basename(file)).join(', ');
}

async function checkContents({ packed, version }: Draft): Promise<string> {
  refuseAny(packed.flatMap(({ key, paths }) => contentProblems(key, paths, version, contents)));
  return `${packed.reduce((sum, { paths }) => sum + paths.length, 0)} files, all listed`;
}

async function lint({ packed, signal }: Draft): Promise<string> {
  const ofNpm = packed.filter(({ published }) => published.form !== 'python');
  for (const one of ofNpm) {
    signal.throwIfAborted();
    refuseAny((await lintPackage(bytesOf(one))).map((problem) => `${basename(one.file)}: ${problem}`));
  }
  return `${ofNpm.length} packages`;
}

async function checkTypes({ packed, root, signal }: Draft): Promise<string> {
  const libraries = packed.filter(({ published }) => published.isLibrary);
  for (const one of libraries) {
    signal.throwIfAborted();
    refuseAny((await judgeTypes(root, bytesOf(one))).map((problem) => `${basename(one.file)}: ${problem}`));
  }
  return libraries.map(({ key }) => key).join(', ');
}

const originOf = ({ published }: Packed, version: string): Origin => {
  const registry = published.form === 'python' ? 'pypi' : 'npm';
  return {
    purl: `pkg:${registry}/${published.name.replace('@', '%40')}@${version}`,
    name: published.name,
    version,
    licences: [{ license: { id: 'Apache-2.0' } }],
  };
};

/** Bills what scripts/pack.ts has not billed, and lists the digest of every archive. */
async function billArchives(draft: Draft): Promise<string> {
  const { packed, version, signKey, place } = draft;
  const key = signKey === undefined ? undefined : readSigningKey(signKey);
  const sums = packed.map((one) => {
    const { sha256, files } = readArtefact(one.file);
    const name = basename(one.file);
    if (one.published.form !== 'program') {
      const own = originOf(one, version);
      const billed = [...files].map(([path, digest]) => ({ path, sha256: digest, origin: own }));
      const start = one.file.replace(/\.(?:tgz|tar\.gz|whl)$/, '');
      writeBills(copyOf(draft), start, { name, sha256, files: billed, own }, key);
    }
    return `${sha256}  ${name}\n`;
  });
  writeFileSync(join(archivesOf(place), 'SHA256SUMS'), sums.join(''));
  return 'SHA256SUMS, *.cdx.json, *.provenance.json';
}

/** What decides whether and as what there is a release; these steps write nothing. */
export const DECIDING: readonly Step[] = [
  { title: `Clean tree on ${MAIN}`, run: checkTree },
  { title: 'Version', run: chooseVersion },
  { title: 'Changelogs', run: checkChangelogs },
];

/** What makes the packages of a release, below its output. */
export const MAKING: readonly Step[] = [
  { title: 'Tools', run: checkTools },
  { title: 'Copy of the commit', run: makeCopy },
  { title: 'Build', run: build },
  { title: 'Pack', run: pack },
  { title: 'Contents', run: checkContents },
  { title: 'publint', run: lint },
  { title: 'Types', run: checkTypes },
  { title: 'Digests and bills', run: billArchives },
];
