import type { CompanyId, TenantId, TransactionId } from '../../base/id.ts';

type Hour = { tenant_id: TenantId; company_id: CompanyId; created_hour: Date; module: string; seen: string };

/** Columns of the tables of figures. */
export interface FigureTables {
  figure_progress: {
    tenant_id: TenantId;
    phase: 'clearing' | 'building' | 'ready';
    /** Place of the last event that is counted. */
    position: string;
    /** While building, the last transaction that is counted. */
    built_to: TransactionId;
  };
  transaction_hours: Hour & { status: string; took: number; attempts: number; reached: number };
  reason_hours: Hour & { reason: string };
  open_hours: Hour & { status: string };
}
