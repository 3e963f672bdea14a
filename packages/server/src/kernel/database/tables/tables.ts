import type { AccountTables } from './account-tables.ts';
import type { AuditTables } from './audit-tables.ts';
import type { CaptureTables } from './capture-tables.ts';
import type { DeploymentTables } from './deployment-tables.ts';
import type { FaceTables } from './face-tables.ts';
import type { HoldTables } from './hold-tables.ts';
import type { ProcessTables } from './process-tables.ts';
import type { RequestTables } from './request-tables.ts';
import type { RetentionTables } from './retention-tables.ts';
import type { SandboxTables } from './sandbox-tables.ts';
import type { TenantTables } from './tenant-tables.ts';
import type { TransactionTables } from './transaction-tables.ts';
import type { UserTables } from './user-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** Columns of each table as `pg` hands them over; snake_case stays inside the stores. */
export interface Tables
  extends AccountTables,
    AuditTables,
    CaptureTables,
    DeploymentTables,
    FaceTables,
    HoldTables,
    ProcessTables,
    RequestTables,
    RetentionTables,
    SandboxTables,
    TenantTables,
    TransactionTables,
    UserTables,
    WebhookTables {}
