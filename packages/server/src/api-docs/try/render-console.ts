import { TRY_PATH } from '@titular/contract/try-operation';
import type { OpenApiDocument } from '../document.ts';
import { type Html, html, renderProse, styleElement } from '../html.ts';
import type { PlacedOperation } from '../operation-examples.ts';
import { renderMethod } from '../render-operation.ts';
import { referenceOf, triedOperations } from './describe-try.ts';

type Group = { name: string; operations: readonly PlacedOperation[] };

function groupsOf(document: OpenApiDocument): Group[] {
  const operations = triedOperations(document);
  return document.tags
    .map(({ name }) => ({ name, operations: operations.filter((one) => one.operation.tags.includes(name)) }))
    .filter((group) => group.operations.length > 0);
}

const renderNavigation = (groups: readonly Group[]): Html =>
  html`<ul class="contents">${groups.map(
    ({ name, operations }) =>
      html`<li><span class="chapter">${name}</span><ul>${operations.map(
        ({ method, operation }) =>
          html`<li><a href="#${operation.operationId}">${renderMethod(method)} ${operation.summary}</a></li>`,
      )}</ul></li>`,
  )}</ul>`;

const renderEntry = (placed: PlacedOperation): Html => {
  const { method, path, operation } = placed;
  const [beginning] = operation.description.split('\n\n');
  return html`<section class="card" id="${operation.operationId}"><h3><a href="${referenceOf(placed)}">${operation.summary}</a></h3><p class="address">${renderMethod(method)} <code>${path}</code></p>${renderProse(beginning)}</section>`;
};

/** What stands there until the script takes an operation up, and for good without a script. */
const renderList = (groups: readonly Group[]): Html =>
  html`<div class="without-script"><p>Sending a request needs a script. The reference has each of these as a command for curl.</p>
${groups.map(({ name, operations }) => html`<h2>${name}</h2>${operations.map(renderEntry)}`)}</div>`;

const renderAccess = (
  publicUrl: string,
): Html => html`<section class="card values" aria-labelledby="values-title">
<h2 id="values-title">Your values</h2>
<p>They stay in the memory of this page. Closing, reloading or leaving it forgets them.</p>
<div class="fields">
<p class="field"><label for="token">Access token</label><input id="token" type="password" autocomplete="off" spellcheck="false"></p>
<p class="field"><label for="company">Company id</label><input id="company" autocomplete="off" spellcheck="false"></p>
</div>
<details><summary>Get a token with a client id and secret</summary>
<div class="fields">
<p class="field"><label for="client">Client id</label><input id="client" autocomplete="off" spellcheck="false"></p>
<p class="field"><label for="secret">Client secret</label><input id="secret" type="password" autocomplete="off" spellcheck="false"></p>
</div>
<p>Those of the demo merchant are in <code>demo.json</code>, and <code>npx titular env</code> prints its company. The secret goes to <code>${publicUrl}/oauth2/token</code>, and is cleared here.</p>
<p><button type="button" id="get-token">Get a token</button></p>
</details>
<p id="access-status" role="status"></p>
</section>`;

/** The page that sends requests to this service. Without its script it lists the operations and leads to the reference. */
export function renderConsole(document: OpenApiDocument, css: string, script: string): string {
  const groups = groupsOf(document);
  const publicUrl = document.servers[0]?.url ?? '';
  const page = html`<!doctype html>
<html lang="en" data-base="${publicUrl}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Try the API: ${document.info.title}</title>
${styleElement(css)}
<script type="module" src="${TRY_PATH}/${script}"></script>
</head>
<body class="try">
<a class="skip" href="#work">Skip the operations</a>
<details class="menu" id="contents"><summary>Operations</summary>${renderNavigation(groups)}</details>
<div class="layout">
<nav aria-label="Operations">${renderNavigation(groups)}</nav>
<main id="work" tabindex="-1">
<p class="eyebrow">Test environment at <code>${publicUrl}</code></p>
<h1>Try the API</h1>
<p class="lead">This browser sends each request to this service. It changes test data. <a href="/docs">Back to the reference</a></p>
<div class="with-script">${renderAccess(publicUrl)}
<section id="operation" class="card" aria-live="off"><p>Choose an operation.</p></section>
</div>
${renderList(groups)}
</main>
</div>
</body>
</html>
`;
  return page.markup;
}
