import { companiesOf } from '../../cases/index.ts';
import { readFigures } from '../../figures/index.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** Figures of the companies that the caller sees. */
export const overviewRoutes = ({ db }: Pick<PortalDeps, 'db'>): PortalRoute[] => [
  definePortalRoute('readFigures', async ({ body }, caller) => {
    const companies = companiesOf(caller, parseId('company', body.company));
    return { status: 200, body: await readFigures(db, { tenantId: caller.tenantId, companies }, body) };
  }),
];
