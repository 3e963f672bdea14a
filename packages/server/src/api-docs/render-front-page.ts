import { html, styleElement } from './html.ts';

/** What the front page says of the service; no version where it is not to be told. */
export type FrontPageFacts = {
  publicUrl: string;
  environment: 'test' | 'production';
  version: string | undefined;
};

const GUIDES = 'docs/guides';

/** The page at the root of the service: that it runs, and where everything else is. Without script, as the reference. */
export function renderFrontPage({ publicUrl, environment, version }: FrontPageFacts, css: string): string {
  const facts = [
    ['Environment', environment],
    ...(version === undefined ? [] : [['Version', version]]),
    ['Base address', publicUrl],
  ] as const;
  const guide = environment === 'test' ? 'first-transaction.md' : 'going-to-production.md';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>titular</title>
${styleElement(css)}
</head>
<body class="front">
<main>
<section class="start">
<p class="eyebrow">titular</p>
<h1>The service is running.</h1>
<ul class="members plain">${facts.map(
    ([name = '', value = '']) => html`<li><strong>${name}</strong> <code>${value}</code></li>`,
  )}</ul>
<p class="links"><a href="/docs">API reference</a> <a href="/docs#error-codes">Error codes</a> <a href="/openapi.json">openapi.json</a> <a href="/llms.txt">llms.txt</a></p>
<p class="links"><a href="/healthz">Is it alive?</a> <a href="/readyz">Is it ready?</a></p>
<p>The guides come with the program, in <code>${GUIDES}</code>; begin with <code>${GUIDES}/${guide}</code>.</p>
<p>You came to confirm a card? Open the link that the shop gave you.</p>
</section>
</main>
</body>
</html>
`.markup;
}
