import { createHash } from 'node:crypto';
import { ErrorResponse } from '@titular/contract';
import { TRY_PATH } from '@titular/contract/try-operation';
import { Refusal } from '../../kernel/base/refusal.ts';
import { once } from '../../kernel/caches/once.ts';
import {
  type CompressedFile,
  chooseCoding,
  compressFile,
} from '../../kernel/http/answers/compressed-files.ts';
import { CONTENT_TYPES } from '../../kernel/http/answers/page-headers.ts';
import { defineRoute, type PublicRoute, type RouteRequest } from '../../kernel/http/route.ts';
import type { OpenApiDocument } from '../document.ts';
import { readConsoleScript, SCRIPT_NAME } from './console-script.ts';
import { describeCodes, describeTry, triedOperations } from './describe-try.ts';
import { renderConsole } from './render-console.ts';
import { consolePolicy } from './try-policy.ts';

/** What the page is made from; all routes of it are let in by one budget. */
export type TryDeps = {
  publicUrl: string;
  css: string;
  /** Headers of every page of the documentation. */
  pageHeaders: Readonly<Record<string, string>>;
  openApi: () => OpenApiDocument;
  admit: NonNullable<PublicRoute['admit']>;
};

const HAS_NONE = 'The page is not built: run npm run build, then start the service again.';

const toJson = (value: unknown): Promise<CompressedFile> => {
  const headers = {
    'content-type': CONTENT_TYPES['.json'],
    'cross-origin-resource-policy': 'same-origin',
  };
  return compressFile({ status: 200, body: Buffer.from(JSON.stringify(value)), headers });
};

/** Makes the answers, each when it is first asked for. */
function createAnswers({ publicUrl, css, pageHeaders, openApi }: TryDeps) {
  const document = once(openApi);
  const script = once(() => readConsoleScript());
  const required = async (): Promise<CompressedFile> => {
    const file = await script();
    if (!file) throw new Refusal('40400', HAS_NONE);
    return file;
  };
  const page = once((): Promise<CompressedFile> => {
    const hash = createHash('sha256').update(css).digest('base64');
    const policy = consolePolicy(document(), publicUrl, hash);
    const headers = { ...pageHeaders, 'content-security-policy': policy };
    const body = Buffer.from(renderConsole(document(), css, SCRIPT_NAME));
    return compressFile({ status: 200, body, headers });
  });
  const codes = once(() => toJson(describeCodes(document())));
  const operations = once(
    () =>
      new Map(
        triedOperations(document()).map((placed) => [
          placed.operation.operationId,
          once(() => toJson(describeTry(placed, document()))),
        ]),
      ),
  );
  return {
    page: async () => (await required()) && page(),
    script: required,
    codes,
    operation: async (id: string) => {
      const found = operations().get(id);
      if (!found) throw new Refusal('40400');
      return found();
    },
  };
}

/** The page that sends requests to this service, its script, and the descriptions that it asks for as they are needed. */
export function tryRoutes(deps: TryDeps): PublicRoute[] {
  const answers = createAnswers(deps);
  const reading = { method: 'GET', access: 'public', bodyKind: 'none', admit: deps.admit } as const;
  const send = async (file: Promise<CompressedFile>, headers: RouteRequest['headers']) =>
    chooseCoding(await file, headers);
  return [
    defineRoute({
      ...{
        operationId: 'openTry',
        path: TRY_PATH,
        summary: 'Opens the page that sends requests',
        ...reading,
      },
      responses: { 200: 'text', 404: ErrorResponse, 429: ErrorResponse },
      handle: ({ headers }) => send(answers.page(), headers),
    }),
    defineRoute({
      ...{
        operationId: 'readTryScript',
        path: `${TRY_PATH}/${SCRIPT_NAME}`,
        summary: 'Its script',
        ...reading,
      },
      responses: { 200: 'binary', 404: ErrorResponse, 429: ErrorResponse },
      handle: ({ headers }) => send(answers.script(), headers),
    }),
    defineRoute({
      ...{ operationId: 'readTryCodes', path: `${TRY_PATH}/codes`, summary: 'Remedies by code', ...reading },
      responses: { 200: 'binary', 429: ErrorResponse },
      handle: ({ headers }) => send(answers.codes(), headers),
    }),
    defineRoute({
      ...{ operationId: 'readTryOperation', path: `${TRY_PATH}/operations/:operation_id`, ...reading },
      summary: 'What an operation takes',
      responses: { 200: 'binary', 404: ErrorResponse, 429: ErrorResponse },
      handle: ({ params, headers }) => send(answers.operation(params.operation_id), headers),
    }),
  ];
}
