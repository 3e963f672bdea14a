import { ErrorResponse } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { chooseCoding } from '../../kernel/http/answers/compressed-files.ts';
import { defineRoute, type PublicRoute } from '../../kernel/http/route.ts';
import type { PortalFiles } from './portal-files.ts';

/** Addresses of the page; each answers the one document, whose script shows what the address means. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  '/': 'openPortal',
  '/login': 'openPortalSignIn',
  '/setup': 'openPortalSetup',
  '/invite': 'openPortalInvitation',
  '/recover': 'openPortalRecovery',
  '/me': 'openPortalAccount',
  '/op': 'openPortalDeployment',
  '/t/:tenant_id': 'openPortalTenant',
  '/t/:tenant_id/*': 'openPortalPage',
};

/** The portal's page and its files, for anybody: what they show, the page asks for with a session. */
export const portalPageRoutes = (files: PortalFiles): PublicRoute[] => [
  ...Object.entries(DOCUMENTS).map(([path, operationId]) =>
    defineRoute({
      ...{ operationId, path, summary: 'The page of the portal', method: 'GET' },
      ...{ access: 'public', isOfPortal: true, bodyKind: 'none', responses: { 200: 'text' } },
      handle: async () => files.document,
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
