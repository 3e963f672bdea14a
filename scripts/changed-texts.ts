import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dictionaries } from '@titular/capture-page/i18n/all-languages.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import { compareTexts, flatten } from './figures/count-words.ts';

const USAGE = `node scripts/changed-texts.ts --before REVISION

Prints, for each language of the hosted page, how many of its texts and words changed since a revision of git.`;

const TEXTS = 'packages/capture-page/src/i18n';

/** Reads the files of one language as they were: those of its folder, or the one file that held them all. */
async function readBefore(directory: string, language: PageLanguage): Promise<Map<string, string>> {
  const folder = join(directory, TEXTS);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const inFolder = names.filter((name) => name.startsWith(`${language}/`) && name.endsWith('.ts'));
  const files = inFolder.length > 0 ? inFolder : names.filter((name) => name === `messages.${language}.ts`);
  const loaded = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<object>));
  return flatten(Object.assign({}, ...loaded.flatMap((module) => Object.values(module))));
}

/** Gives the page's texts of a revision in a directory of their own for as long as `use` takes. */
async function withRevision<Result>(
  revision: string,
  use: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'titular-texts-'));
  try {
    const archive = execFileSync('git', ['archive', revision, TEXTS], { maxBuffer: 2 ** 26 });
    execFileSync('tar', ['-x', '-C', directory], { input: archive });
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function printChanges(revision: string): Promise<void> {
  console.log('| language | texts | changed | new | gone | words | new words | words gone |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  await withRevision(revision, async (directory) => {
    for (const language of PAGE_LANGUAGES) {
      const before = await readBefore(directory, language);
      const changes = compareTexts(before, flatten(dictionaries[language]));
      const { texts, words, changed, added, removed, newWords, goneWords } = changes;
      const cells = [
        language,
        `${texts.before} → ${texts.now}`,
        changed,
        added,
        removed,
        `${words.before} → ${words.now}`,
        newWords,
        goneWords,
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  });
}

const { values } = parseArgs({ options: { before: { type: 'string' }, help: { type: 'boolean' } } });
if (values.before === undefined) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else await printChanges(values.before);
