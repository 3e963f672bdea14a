import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transformWithOxc } from 'vite';
import { highlightCode } from '../style/highlight-code.ts';
import { TOPICS } from '../topics/topics.ts';
import { CARRIED } from './addresses.ts';
import { type Frame, renderDocument } from './frame.ts';
import { homePage } from './home-page.ts';
import type { Page } from './page.ts';
import { pageTexts } from './page-texts.ts';
import { buildSearch } from './search-index.ts';

/** The oldest browsers that the scripts of pages run in. */
export const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

/** Style sheets in the order in which they hold. */
const STYLES = ['frame', 'article', 'navigation', 'code', 'search', 'tabs', 'windows'];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What a site is made from: the repository, its pages in reading order, and what other packages bring: the style of the contract's pages, and the icon. */
export type SiteParts = {
  root: string;
  version: string;
  tagline: string;
  pages: readonly Page[];
  apiStyle: string;
  icon: string;
};

async function writeBelow(directory: string, address: string, content: string): Promise<void> {
  const file = join(directory, address);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Writes a file whose name changes with what it holds, and returns its address. */
async function writeAsset(directory: string, name: string, type: string, content: string): Promise<string> {
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const address = `assets/${name}-${digest}.${type}`;
  await writeBelow(directory, address, content);
  return address;
}

/** Bundles the script of the pages; search is a part of its own, loaded when it is used. */
async function bundleScript(directory: string): Promise<string> {
  const built = await build({
    ...{ configFile: false, root: here('../..'), base: './', publicDir: false, logLevel: 'error' },
    build: {
      ...{ outDir: directory, emptyOutDir: false, target: BROWSERS, modulePreload: false },
      rolldownOptions: {
        input: here('../browser/main.ts'),
        output: {
          entryFileNames: 'assets/main-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
        },
      },
    },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const entry = outputs.find((one) => one.type === 'chunk' && one.isEntry);
  if (!entry) throw new Error('the bundler made no script');
  return entry.fileName;
}

async function writeAssets(directory: string, pages: readonly Page[], parts: SiteParts): Promise<Frame> {
  const sheets = await Promise.all(STYLES.map((name) => readFile(here(`../style/${name}.css`), 'utf8')));
  const theme = here('../browser/theme.ts');
  const { code } = await transformWithOxc(await readFile(theme, 'utf8'), theme);
  return {
    version: parts.version,
    style: await writeAsset(directory, 'site', 'css', `${sheets.join('\n')}\n.api {\n${parts.apiStyle}\n}\n`),
    icon: await writeAsset(directory, 'icon', 'svg', parts.icon),
    theme: await writeAsset(directory, 'theme', 'js', code),
    script: await bundleScript(directory),
    index: await writeAsset(directory, 'search', 'json', JSON.stringify(buildSearch(pages, TOPICS))),
  };
}

/** Writes the whole site into a directory that is there: pages, assets, the texts for programs, and the files that pages link to. */
export async function writeSite(directory: string, parts: SiteParts): Promise<void> {
  const { root, pages, tagline } = parts;
  const frame = await writeAssets(directory, pages, parts);
  const documents = [homePage(pages, tagline), ...pages];
  await Promise.all(
    documents.map((page) =>
      writeBelow(directory, page.address, highlightCode(renderDocument(page, pages, frame))),
    ),
  );
  await writeBelow(directory, 'try.json', JSON.stringify({ address: null }));
  await writeBelow(directory, 'pages.json', JSON.stringify(await pageTexts(root, pages)));
  for (const [source, address] of Object.entries(CARRIED)) {
    await mkdir(dirname(join(directory, address)), { recursive: true });
    await cp(join(root, source), join(directory, address));
  }
}
