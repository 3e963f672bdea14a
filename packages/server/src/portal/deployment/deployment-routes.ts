import { createHash } from 'node:crypto';
import { hasVersion } from '../../cases/index.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { readDeployment } from './read-deployment.ts';

/** The deployment for its operators; a reader who has it as it is gets 304. */
export const deploymentRoutes = ({ db, clock }: PortalDeps): PortalRoute[] => [
  definePortalRoute('readDeployment', async ({ headers }) => {
    const body = await readDeployment(db, clock);
    const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
    const given = headers['if-none-match'];
    if (hasVersion(typeof given === 'string' ? given : undefined, etag))
      return { status: 304, headers: { etag }, body: '' };
    return { status: 200, headers: { etag }, body };
  }),
];
