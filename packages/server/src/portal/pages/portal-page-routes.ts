import {
  ErrorResponse,
  PROVIDER_AGAIN_PATH,
  PROVIDER_RETURN_PATH,
  PublicSigningJwks,
} from '@titular/contract';
import type { SigningKeys } from '../../access-tokens/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { chooseCoding } from '../../kernel/http/answers/compressed-files.ts';
import { defineRoute, type PublicRoute } from '../../kernel/http/route.ts';
import { type PortalFiles, portalDocument } from './portal-files.ts';

/** Addresses of the page; each answers the one document, whose script shows what the address means. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  '/': 'openPortal',
  '/login': 'openPortalSignIn',
  [PROVIDER_RETURN_PATH]: 'openPortalReturn',
  [PROVIDER_AGAIN_PATH]: 'openPortalAuthentication',
  '/setup': 'openPortalSetup',
  '/invite': 'openPortalInvitation',
  '/recover': 'openPortalRecovery',
  '/verify': 'openPortalVerification',
  '/receiver': 'openReceiverPage',
  '/me': 'openPortalAccount',
  '/op': 'openPortalDeployment',
  '/op/*': 'openPortalDeploymentPage',
  '/t/:tenant_id': 'openPortalTenant',
  '/t/:tenant_id/*': 'openPortalPage',
};

/** Longer would keep a key that was added from those who verify. */
const KEY_HEADERS = { 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'same-origin' };

/** The keys of `/oauth2/jwks`, on the portal's own origin: its page asks no other. */
const readReceiptKeysRoute = (signingKeys: Pick<SigningKeys, 'publicJwks'>): PublicRoute =>
  defineRoute({
    operationId: 'readPortalReceiptKeys',
    summary: 'The published keys, for the page that verifies receipts',
    ...{ method: 'GET', path: '/portal/receipt-keys', access: 'public', isOfPortal: true, bodyKind: 'none' },
    responses: { 200: PublicSigningJwks },
    handle: async () => ({ status: 200, body: await signingKeys.publicJwks(), headers: KEY_HEADERS }),
  });

/** The portal's page and its files, for anybody: what they show, the page asks for with a session. */
export const portalPageRoutes = (
  files: PortalFiles,
  publicUrl: string,
  signingKeys: Pick<SigningKeys, 'publicJwks'>,
): PublicRoute[] => [
  readReceiptKeysRoute(signingKeys),
  ...Object.entries(DOCUMENTS).map(([path, operationId]) =>
    defineRoute({
      ...{ operationId, path, summary: 'The page of the portal', method: 'GET' },
      ...{ access: 'public', isOfPortal: true, bodyKind: 'none', responses: { 200: 'text' } },
      handle: async () => portalDocument(files, publicUrl),
    }),
  ),
  defineRoute({
    operationId: 'readPortalAsset',
    isFrequent: true,
    summary: 'A script, style or picture of the portal',
    method: 'GET',
    path: '/portal/assets/:name',
    access: 'public',
    isOfPortal: true,
    bodyKind: 'none',
    responses: { 200: 'binary', 404: ErrorResponse },
    handle: async ({ params, headers }) => {
      const asset = files.assets.get(params.name);
      if (!asset) throw new Refusal('40400');
      return chooseCoding(asset, headers);
    },
  }),
];
