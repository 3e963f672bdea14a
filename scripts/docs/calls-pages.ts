import { toText } from '@titular/server/api-docs/curl.ts';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import type { PlacedOperation, ShownExample } from '@titular/server/api-docs/operation-examples.ts';
import { anchorOf, operationsOf } from '@titular/server/api-docs/render-page.ts';
import { BEFORE_RUNNING, CALLS_FOLDER, type Call, calledExamples, callsOf } from '../clients/calls.ts';
import { TypedSchemas } from '../clients/typed-schemas.ts';

const ORIGIN = 'Generated from the contract and its examples by `npm run generate`; a test runs every call.';

const fileOf = (tag: string): string => `${anchorOf(tag)}.md`;

const fence = (head: string, text: string): string => `\`\`\`${head}\n${text}\n\`\`\``;

const renderCall = ({ title, fence: language, file, code, reason }: Call): string =>
  code === undefined ? `${title}: ${reason}` : fence(`${language} ${file}`, code);

/** The address that curl commands name, and the types of the document. */
type Written = { base: string; schemas: TypedSchemas };

function renderExample(
  placed: PlacedOperation,
  { name, summary, status, answer }: ShownExample,
  { base, schemas }: Written,
): string {
  const calls = callsOf(placed, name, base, schemas).map(renderCall);
  const body =
    answer === undefined ? [] : [fence(typeof answer === 'string' ? 'text' : 'json', toText(answer))];
  return [`### ${summary}`, ...calls, `Answer: \`${status}\``, ...body].join('\n\n');
}

function renderOperation(placed: PlacedOperation, written: Written): string {
  const { method, path, operation } = placed;
  const scope = operation.security?.[0]?.['accessToken']?.[0];
  const needs = scope === undefined ? 'It needs no access token.' : `It needs the scope \`${scope}\`.`;
  return [
    `## ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\` is \`${operation.operationId}\`. ${needs}`,
    ...calledExamples(placed).map((example) => renderExample(placed, example, written)),
  ].join('\n\n');
}

const listPage = ({ tags }: OpenApiDocument): string => `# API reference

${ORIGIN}

Every operation with the calls that work, by curl, in TypeScript, Python, PHP, Go and Java. [docs/openapi.json](../openapi.json) has all parameters, schemas and
refusals; a running service shows them at \`/docs\`.

## Before you run them

${BEFORE_RUNNING}

More: [client for TypeScript](../../packages/client/README.md), [client for Python](../../clients/python/README.md),
[client for PHP](../../clients/php/README.md), [client for Go](../../clients/go/README.md), [client for Java](../../clients/java/README.md),
[a first transaction](../guides/first-transaction.md), which gets a token.

${tags.map(({ name, description = '' }) => `- [${name}](${fileOf(name)}): ${description.replace(/(?<=\.) .*/s, '')}`).join('\n')}
`;

/** The reference as Markdown, a page for each group of operations, with every call in six languages. */
export function callsPages(document: OpenApiDocument): Record<string, string> {
  const written = { base: document.servers[0]?.url ?? '', schemas: new TypedSchemas(document) };
  const operations = operationsOf(document);
  const pages = document.tags.map(({ name, description = '' }): [string, string] => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const parts = own.map((placed) => renderOperation(placed, written));
    return [CALLS_FOLDER + fileOf(name), `${[`# ${name}`, ORIGIN, description, ...parts].join('\n\n')}\n`];
  });
  return { [`${CALLS_FOLDER}README.md`]: listPage(document), ...Object.fromEntries(pages) };
}
