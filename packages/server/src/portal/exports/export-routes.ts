import {
  auditReach,
  type ExportDeps,
  endExport,
  listOwnExports,
  mayHavePersons,
  type Reader,
  readExportPart,
  type StoredExport,
  startExport,
  toExportView,
} from '../../exports/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute, type PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteReply } from '../../kernel/http/route.ts';

const readerOf = (caller: PortalCaller): Reader => ({
  tenantId: caller.tenantId,
  userId: caller.userId,
  actor: caller.actor,
  companies: caller.companies,
  audit: auditReach(caller),
  persons: mayHavePersons(caller),
});

const answer = (body: object): RouteReply => ({ status: 200, body });

/** Begins, lists, reads and ends files of lists, each person their own. */
export function exportRoutes(deps: ExportDeps): PortalRoute[] {
  const show = async (begun: Promise<StoredExport>): Promise<RouteReply> =>
    answer(await toExportView(deps, await begun));
  return [
    definePortalRoute('startTransactionExport', ({ body }, caller) =>
      show(startExport(deps, readerOf(caller), { kind: 'transactions', filter: body })),
    ),
    definePortalRoute('startPersonExport', ({ body }, caller) => {
      if (caller.extent('exports:make') === undefined) throw new Refusal('40343');
      return show(
        startExport(deps, readerOf(caller), { kind: 'transactions', filter: body, withPersons: true }),
      );
    }),
    definePortalRoute('startAuditExport', ({ body }, caller) => {
      // The door asks for what the list asks for; a file takes both.
      if (caller.extent('exports:make') === undefined) throw new Refusal('40343');
      return show(startExport(deps, readerOf(caller), { kind: 'audit', filter: body }));
    }),
    definePortalRoute('listExports', async (_request, caller) =>
      answer({ exports: await listOwnExports(deps, readerOf(caller)) }),
    ),
    definePortalRoute('readExportPart', async ({ params, body }, caller) =>
      answer(await readExportPart(deps, readerOf(caller), params.export_id, body.part)),
    ),
    definePortalRoute('endExport', async ({ params }, caller) => {
      await endExport(deps, caller, params.export_id);
      return answer({});
    }),
  ];
}
