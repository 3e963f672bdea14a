import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { changeKnown } from '../../../lists/change-search.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { type CallsSearch, NO_FILTERS, parseCallsAddress } from '../calls/model/calls-search.ts';

/** The code of calls that the rate limit refused. */
export const RATE_CODE = 42_901;

/** Leads to the calls that a number counts. */
export function ToCalls({ narrowed, children }: { narrowed: CallsSearch; children: ReactNode }) {
  const { tenantId } = useTenant();
  return (
    <Link
      to="/t/$tenant/developers/calls"
      params={{ tenant: tenantId }}
      search={changeKnown(parseCallsAddress, { ...NO_FILTERS, ...narrowed })}
      className="link link-apart number-link"
      preload={false}
    >
      {children}
    </Link>
  );
}
