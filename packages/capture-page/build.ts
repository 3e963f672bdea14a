import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGE_LANGUAGES } from '@titular/contract/page';
import { build } from 'vite';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { compressFiles } from '../../scripts/build/compress-files.ts';
import { writeFirstWords } from './src/first-words.ts';
import { writePreviewWords } from './src/preview/preview-words.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

await buildPackage(here, async (outDir) => {
  await build({ root: here, logLevel: 'error', build: { outDir, emptyOutDir: false } });
  const html = await readFile(join(outDir, 'index.html'), 'utf8');
  const assets = await readdir(join(outDir, 'assets'));
  for (const language of PAGE_LANGUAGES) {
    const texts = assets.find((name) => name.startsWith(`messages-${language}-`) && name.endsWith('.js'));
    if (texts === undefined) throw new Error(`the build has no file of texts in ${language}`);
    const document = writeFirstWords(html, language, `/capture/assets/${texts}`);
    await writeFile(join(outDir, `index.${language}.html`), document);
  }
  // Built apart: shared chunks would be further requests of the page with the camera.
  await build({
    root: here,
    logLevel: 'error',
    build: { outDir, emptyOutDir: false, rolldownOptions: { input: join(here, 'preview.html') } },
  });
  const preview = await readFile(join(outDir, 'preview.html'), 'utf8');
  for (const language of PAGE_LANGUAGES)
    await writeFile(join(outDir, `preview.${language}.html`), writePreviewWords(preview, language));
  await compressFiles(join(outDir, 'assets'));
});
