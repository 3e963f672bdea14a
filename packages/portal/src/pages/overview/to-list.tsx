import { Link } from '@tanstack/react-router';
import type { TransactionStatus } from '@titular/contract';
import type { ReactNode } from 'react';
import { printStatuses } from '../../lists/search-params.ts';
import { useTenant } from '../../shell/use-session.ts';

type Props = {
  /** Days of the viewer's zone. */
  span: { from: string; to: string };
  statuses?: readonly TransactionStatus[];
  reason?: string;
  children: ReactNode;
};

/** Leads to the transactions that a number counts; the company of the address goes along. */
export function ToList({ span, statuses, reason, children }: Props) {
  const { tenantId } = useTenant();
  const status = statuses && printStatuses(statuses);
  return (
    <Link
      to="/t/$tenant/transactions"
      params={{ tenant: tenantId }}
      search={{ ...span, ...(status && { status }), ...(reason && { reason }) }}
      className="link link-apart number-link"
      preload={false}
    >
      {children}
    </Link>
  );
}
