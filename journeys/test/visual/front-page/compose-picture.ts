import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import sharp from 'sharp';

/** Screens to show, by the end of their files' names; of several, the first one that shows a face. */
const SHOWN: readonly { screen: string; at: number; words: string }[] = [
  { screen: 'consent', at: 0, words: 'consent' },
  { screen: 'camera', at: 2, words: 'selfie' },
  { screen: 'approved', at: 0, words: 'result' },
];

const SIZE = { width: 1200, height: 560 };

const escapeHtml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

/** The lines of a run without the screens in between, which the pictures show. */
const linesOf = (said: string): string[] =>
  said
    .trim()
    .split('\n')
    .filter((line) => !/^ {2}page: (loading|waiting|camera$)/.test(line))
    .map((line) => line.replace(/^(\s+link: \S{34})\S*$/, '$1…'));

async function figureOf(directory: string, { screen, at, words }: (typeof SHOWN)[number]): Promise<string> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(`-${screen}.png`)).sort();
  const name = names[at];
  if (name === undefined) throw new Error(`The demo showed the screen ${screen} ${names.length} times.`);
  const picture = await readFile(join(directory, name), 'base64');
  return `<figure><img src="data:image/png;base64,${picture}" alt=""><figcaption>${words}</figcaption></figure>`;
}

const pageOf = (said: string, figures: readonly string[]): string => `<!doctype html>
<style>
  body { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px; box-sizing: border-box; padding: 24px; display: flex; gap: 20px;
    background: #eef1f5; font-family: 'DejaVu Sans', sans-serif; align-items: stretch; }
  pre { flex: 1; margin: 0; padding: 20px 18px; border-radius: 12px; background: #14202b; color: #e6edf3; font: 12px/1.55 'DejaVu Sans Mono', monospace;
    white-space: pre-wrap; overflow-wrap: anywhere; overflow: hidden; }
  b { color: #7ee2a8; font-weight: 400; }
  figure { margin: 0; width: 224px; display: flex; flex-direction: column; gap: 8px; }
  img { width: 224px; border-radius: 18px; border: 1px solid #c5ccd6; background: #fff; box-shadow: 0 4px 14px #0002; }
  figcaption { text-align: center; font-size: 13px; color: #3b4653; }
</style>
<pre><b>$ npm run demo -- --camera made</b>

${escapeHtml(linesOf(said).join('\n'))}</pre>
${figures.join('\n')}`;

/** Puts what the demo said beside the screens that it kept; WebP, twice the pixels of its size. */
export async function composePicture(said: string, screens: string): Promise<Buffer> {
  const figures = await Promise.all(SHOWN.map((one) => figureOf(screens, one)));
  const browser = await launchBrowser({ kind: 'none' });
  try {
    const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 2 });
    await page.setContent(pageOf(said, figures));
    return await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toBuffer();
  } finally {
    await browser.close();
  }
}
