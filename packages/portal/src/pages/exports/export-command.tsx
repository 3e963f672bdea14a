import type { PortalBody } from '@titular/contract';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { auditExportCommand } from '../audit/model/audit-command.ts';
import { transactionExportCommand } from './model/export-command.ts';

/** A list as it is narrowed, of which a file can be made. */
export type ListToExport =
  | { kind: 'transactions'; body: PortalBody<'startTransactionExport'>; withPersons: boolean }
  | { kind: 'audit'; body: PortalBody<'startAuditExport'> };

/** Copies the command that writes the same rows on the machine of the service; none for who sees a part of them alone. */
export function ExportCommand({ list, of }: { list: ListToExport; of: string }) {
  const { tenantId, may, membership } = useTenant();
  const seesAll =
    membership.companies === 'all' && (list.kind === 'transactions' || may('audit:read', 'all'));
  if (!seesAll) return null;
  const text =
    list.kind === 'audit'
      ? auditExportCommand(list.body, tenantId)
      : transactionExportCommand(tenantId, list.body, list.withPersons);
  return <CopyCommand text={text} of={of} isSquare />;
}
