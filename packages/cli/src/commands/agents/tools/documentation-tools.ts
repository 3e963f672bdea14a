import { type ErrorCode, errorCatalogue, literals, oauthErrorCatalogue, TAGS } from '@titular/contract';
import { Type } from 'typebox';
import { findPage } from '../documentation/find-page.ts';
import { describeOperation, listOperations } from '../documentation/operations.ts';
import { type Documentation, DocumentationMissing } from '../documentation/read-documentation.ts';
import { DOCUMENTATION_RESULTS } from './documentation-results.ts';
import { failed, type Tool, type ToolResult } from './tool.ts';

const CLOSED = { additionalProperties: false } as const;
/** Characters of a page in one result; a longer page is read in parts. */
const PART = 20_000;

const word = (description: string, maxLength = 100) => Type.String({ minLength: 1, maxLength, description });

const asJson = (structured: Readonly<Record<string, unknown>>): ToolResult => ({
  text: JSON.stringify(structured, null, 2),
  structured,
});

/** What a code of the API or a sub-code of the token endpoint means, and whether to send the request again. */
function explainError({ code }: Readonly<Record<string, unknown>>): ToolResult {
  const named = String(code);
  if (Object.hasOwn(errorCatalogue, named)) {
    const { status, message, happened, remedy, retryAfterSeconds } = errorCatalogue[named as ErrorCode];
    const retry =
      retryAfterSeconds === undefined
        ? 'Not unchanged: the same request is refused again.'
        : `After the seconds of Retry-After, usually ${retryAfterSeconds}.`;
    return asJson({ code: named, status, message, happened, remedy, retry });
  }
  const catalogue: Readonly<Record<string, (typeof oauthErrorCatalogue)[keyof typeof oauthErrorCatalogue]>> =
    oauthErrorCatalogue;
  const entry = Object.hasOwn(catalogue, named) ? catalogue[named] : undefined;
  if (!entry)
    return failed('unknown-code', 'There is no such code.', 'Read the page docs/errors.md for all of them.');
  const { error, httpStatus: status, description: happened, remedy } = entry;
  const retry =
    status === 429
      ? 'After the seconds of Retry-After.'
      : 'Not unchanged: the same request is refused again.';
  return asJson({ code: named, status, error, happened, remedy, retry });
}

/** The search of the site; each place is named as `read_page` takes it. */
function findSections(
  { search }: Documentation,
  { query, limit = 8 }: Readonly<Record<string, unknown>>,
): ToolResult {
  const { first } = search(String(query), Number(limit));
  const found = first.map(({ address, page: title, title: section, excerpt }) => ({
    ...{ page: address, title, section, excerpt },
  }));
  return asJson({ found });
}

function readPage(
  { pages }: Documentation,
  { page, from = 0 }: Readonly<{ page?: unknown; from?: unknown }>,
): ToolResult {
  const found = findPage(pages, String(page));
  if (!found)
    return failed('unknown-page', 'There is no such page.', 'Find its name by search_documentation.');
  const { text, title, address, source } = found;
  const start = Number(from);
  const part = text.slice(start, start + PART);
  const next = start + part.length < text.length ? { next: start + part.length } : {};
  const structured = { page: source ?? address, title, characters: text.length, text: part, ...next };
  return { text: 'next' in next ? `${part}\n\n[Goes on: from ${next.next}]` : part, structured };
}

function describe(
  documentation: Documentation,
  { operation }: Readonly<Record<string, unknown>>,
): ToolResult {
  const found = describeOperation(documentation.contract, String(operation));
  return found
    ? asJson(found)
    : failed('unknown-operation', 'There is no such operation.', 'Find its name by list_operations.');
}

type Reading = (
  answer: (documentation: Documentation, input: Readonly<Record<string, unknown>>) => ToolResult,
) => Tool['run'];

/** Reads the documentation for a tool, and tells what to do where there is none. */
const readingFrom =
  (open: () => Promise<Documentation>): Reading =>
  (answer) =>
  async (input) => {
    try {
      return answer(await open(), input);
    } catch (error) {
      if (!(error instanceof DocumentationMissing)) throw error;
      return failed('no-documentation', 'The documentation was not built.', 'Run npm run build.');
    }
  };

const pageTools = (reading: Reading): Tool[] => [
  {
    name: 'search_documentation',
    title: 'Search the documentation',
    description:
      'Finds sections of the guides and reference pages of titular by words, best first. In English.',
    input: Type.Object(
      {
        query: word('Words to look for, in any order.', 200),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 20, description: 'Sections; 8 without it.' }),
        ),
      },
      CLOSED,
    ),
    output: { schema: DOCUMENTATION_RESULTS.search_documentation },
    effect: 'documentation',
    run: reading(findSections),
  },
  {
    name: 'read_page',
    title: 'Read a page',
    description: 'Returns a page of the documentation as Markdown, a long one in parts.',
    input: Type.Object(
      {
        page: word(
          'Name of the page, as search_documentation tells it, such as webhooks.html, or its path, such as docs/webhooks.md.',
          200,
        ),
        from: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 10_000_000, description: '`next` of the part before.' }),
        ),
      },
      CLOSED,
    ),
    output: { schema: DOCUMENTATION_RESULTS.read_page },
    effect: 'documentation',
    run: reading(readPage),
  },
];

const contractTools = (reading: Reading): Tool[] => [
  {
    name: 'explain_error',
    title: 'Explain an error code',
    description:
      'Tells what a code of the API (five digits) or a sub-code of the token endpoint means, what to do, and whether to retry.',
    input: Type.Object({ code: word('For example 40027, or client_authentication_failed.') }, CLOSED),
    output: { schema: DOCUMENTATION_RESULTS.explain_error },
    effect: 'documentation',
    run: async (input) => explainError(input),
  },
  {
    name: 'list_operations',
    title: 'List the operations of the API',
    description: 'Lists every operation with method, path and summary.',
    input: Type.Object(
      {
        tag: Type.Optional(
          literals(
            TAGS.map(({ name }) => name),
            { description: 'Of this chapter only.' },
          ),
        ),
      },
      CLOSED,
    ),
    output: { schema: DOCUMENTATION_RESULTS.list_operations },
    effect: 'documentation',
    run: reading(({ contract }, { tag }) =>
      asJson({ operations: listOperations(contract, tag as string | undefined) }),
    ),
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation of the API',
    description: 'Returns parameters, body, answers, examples and codes of one operation, as JSON Schema.',
    input: Type.Object({ operation: word('Name of the operation, such as createTransaction.') }, CLOSED),
    output: { schema: DOCUMENTATION_RESULTS.describe_operation },
    effect: 'documentation',
    run: reading(describe),
  },
];

/** Tools that need no service, over the documentation of this release. */
export function documentationTools(open: () => Promise<Documentation>): Tool[] {
  const reading = readingFrom(open);
  return [...pageTools(reading), ...contractTools(reading)];
}
