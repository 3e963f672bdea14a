import { html, styleElement } from './html.ts';

/** What the front page says of the service; no version where it is not to be told. */
export type FrontPageFacts = {
  publicUrl: string;
  environment: 'test' | 'production';
  version: string | undefined;
  /** Where the documentation site is; undefined where the public address is not to tell. */
  docsUrl: string | undefined;
};

const GUIDES = 'docs/guides';

/** The page at the root of the service: that it runs, and where everything else is. Without script, as the reference. */
export function renderFrontPage(facts: FrontPageFacts, css: string): string {
  const { publicUrl, environment, version, docsUrl } = facts;
  const shown = [
    ['Environment', environment],
    ...(version === undefined ? [] : [['Version', version]]),
    ['Base address', publicUrl],
  ] as const;
  const guide = environment === 'test' ? 'first-transaction' : 'going-to-production';
  const guides = docsUrl
    ? html`<p><a href="${docsUrl}">The documentation</a> has guides and a search; begin with <a href="${docsUrl}guides/${guide}.html">the first of them</a>.</p>`
    : html`<p>The guides come with the program, in <code>${GUIDES}</code>; begin with <code>${GUIDES}/${guide}.md</code>.</p>`;
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
<ul class="members plain">${shown.map(
    ([name = '', value = '']) => html`<li><strong>${name}</strong> <code>${value}</code></li>`,
  )}</ul>
<p class="links"><a href="/docs">API reference</a> <a href="/docs#error-codes">Error codes</a> <a href="/openapi.json">openapi.json</a> <a href="/llms.txt">llms.txt</a></p>
<p class="links"><a href="/healthz">Is it alive?</a> <a href="/readyz">Is it ready?</a></p>
${guides}
<p>You came to confirm a card? Open the link that the shop gave you.</p>
</section>
</main>
</body>
</html>
`.markup;
}
