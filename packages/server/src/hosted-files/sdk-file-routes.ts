import { ErrorResponse } from '@titular/contract';
import { Refusal } from '../kernel/base/refusal.ts';
import { chooseCoding } from '../kernel/http/answers/compressed-files.ts';
import { defineRoute, type PublicRoute, type RouteReply, type RouteRequest } from '../kernel/http/route.ts';
import type { SdkFiles } from './sdk-files.ts';

/** What serving the SDK needs. */
export type SdkFileDeps = { sdkFiles: SdkFiles };

async function readFileOf(
  { sdkFiles }: SdkFileDeps,
  name: string,
  headers: RouteRequest['headers'],
): Promise<RouteReply> {
  const file = sdkFiles.get(name);
  if (!file) throw new Refusal('40400');
  return chooseCoding(file, headers);
}

/** The web SDK for pages of shops, and what pages with the npm package `idpay-b2b-sdk` ask of their host. */
export const sdkFileRoutes = (deps: SdkFileDeps): PublicRoute[] => [
  defineRoute({
    operationId: 'readSdkFile',
    summary: 'A script of the web SDK',
    method: 'GET',
    path: '/sdk/:name',
    access: 'public',
    forAnyPage: true,
    bodyKind: 'none',
    responses: { 200: 'binary', 404: ErrorResponse },
    handle: async ({ params, headers }) => readFileOf(deps, params.name, headers),
  }),
  defineRoute({
    operationId: 'readCompatibleScript',
    summary: 'The script that pages with the package idpay-b2b-sdk load',
    method: 'GET',
    path: '/sdk-assets/index.js',
    access: 'public',
    forAnyPage: true,
    bodyKind: 'none',
    responses: { 200: 'binary' },
    handle: async ({ headers }) => readFileOf(deps, 'compatible-assets.js', headers),
  }),
  defineRoute({
    operationId: 'readCompatibleStyle',
    summary: 'The style sheet that pages with the package idpay-b2b-sdk load',
    method: 'GET',
    path: '/sdk-assets/assets/styles.css',
    access: 'public',
    forAnyPage: true,
    bodyKind: 'none',
    responses: { 200: 'binary' },
    handle: async ({ headers }) => readFileOf(deps, 'compatible-assets.css', headers),
  }),
];
