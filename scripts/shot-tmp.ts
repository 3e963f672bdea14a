import { launchBrowser } from '@titular/test-kit/browser/launch-browser.ts';
const browser = await launchBrowser({ kind: 'none' });
const base = 'http://127.0.0.1:18931/';
for (const [w, scheme, name] of [[1280,'light','desk'],[320,'dark','phone'],[390,'light','phone390']] as const) {
  const page = await browser.newPage({ viewport: { width: w, height: 900 }, colorScheme: scheme });
  await page.goto(base + 'api/transactions.html#createTransaction');
  const ex = page.locator('#createTransaction .examples');
  await ex.screenshot({ path: `/tmp/langs-shots/${name}-curl.png` });
  await page.locator('label[for="createTransaction-created-python"]').click();
  await page.locator('label[for="createTransaction-created-python"]').scrollIntoViewIfNeeded();
  await page.screenshot({ path: `/tmp/langs-shots/${name}-python.png` });
  for (const address of ['index.html','api/transactions.html','errors.html','guides/webhooks.html','api/index.html','decisions/0070-documentation-site.html','figures/scale.html','configuration.html','glossary.html','identity-platform.html','api/identity-platform.html']) {
    await page.goto(base + address);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over) console.log(w, address, over);
    const small = await page.evaluate(() => [...document.querySelectorAll('button, summary, .tabs label, header a')].filter((e) => { const r = e.getBoundingClientRect(); return r.width > 0 && (r.height < 24 || r.width < 24); }).map((e) => `${e.tagName}.${e.className} ${e.textContent?.slice(0,20)} ${e.getBoundingClientRect().width}x${e.getBoundingClientRect().height}`).slice(0, 5));
    if (small.length) console.log(w, address, small);
  }
  await page.goto(base + 'index.html'); await page.screenshot({ path: `/tmp/langs-shots/${name}-home.png` });
  await page.close();
}
await browser.close();
process.exit(0);
