import type { MakeCaseFile, TenantRole, TransactionStatus } from '@titular/contract';
import { makeCaseFile } from '@titular/server/cases/file/make-case-file.ts';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import type { TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { caseDepsOf, memberOf } from '../portal/case-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

/** A merchant with transactions that have ended, and who makes case files of them. */
export type CaseFiles = {
  merchant: Merchant;
  deps: CaseRouteDeps;
  as(role: TenantRole, companies?: 'all' | readonly CompanyId[]): PortalCaller;
  newEnded(status: TransactionStatus, changes?: Record<string, unknown>): Promise<string>;
  make(maker: PortalCaller, id: string, asked?: Partial<MakeCaseFile>): Promise<Buffer>;
  entriesAbout(id: string): Promise<{ action: string; actor: string; after: unknown }[]>;
};

/** Opens a merchant for case files. */
export async function openCaseFiles(service: TestService): Promise<CaseFiles> {
  const merchant = await newMerchant(service);
  const deps = await caseDepsOf(service);
  const { db } = service.service.database;
  return {
    ...{ merchant, deps },
    as: (role, companies = 'all') => memberOf(merchant.tenant.tenantId, role, { companies }),
    async newEnded(status, changes = {}) {
      const id = String((await merchant.create(changes)).body['id']);
      const reasons = status === 'approved' ? ['live', 'enrolled'] : ['live', 'face_differs'];
      const isDecided = status === 'approved' || status === 'inconclusive';
      const decision = isDecided
        ? JSON.stringify({ result: status, reasons, engineVersion: 'x', matchThreshold: 0.5 })
        : null;
      await db
        .updateTable('transactions')
        .set({ status, finished_at: new Date(), decision })
        .where('transaction_id', '=', asId(id))
        .execute();
      return id;
    },
    async make(maker, id, asked = {}) {
      const { pdf } = await makeCaseFile(deps, maker, id, { language: 'en', ...asked });
      return Buffer.from(pdf, 'base64');
    },
    entriesAbout: (id) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor', 'after'])
        .where('subject', '=', `transaction/${id}`)
        .orderBy('entry_id')
        .execute(),
  };
}
