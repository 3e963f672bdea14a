import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { takesFocus } from '../../shell/page-focus.ts';
import { BackIcon } from '../../ui/icons.ts';
import type { CaseSubject, OpenCase } from './model/case-model.ts';

type Props = { subject: CaseSubject; open: OpenCase | undefined; isBeside: boolean };

/** What the case goes by: its order or reference. The document is named by its kind alone, so that no history has the number. */
export function CaseHeading({ subject: { kind, tenantId }, open, isBeside }: Props) {
  const t = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t(kind === 'transaction' ? 'transactionTitle' : 'processTitle');
  useEffect(() => {
    if (!isBeside) document.title = `${title} · titular`;
  }, [title, isBeside]);
  useEffect(() => {
    if (!isBeside && takesFocus()) heading.current?.focus();
  }, [isBeside]);
  const name = open?.erasedAt
    ? undefined
    : (open?.transaction?.orderNumber ?? open?.process?.clientReference);
  const words = (
    <>
      {title} {name !== undefined && <span className="case-name">{name}</span>}
    </>
  );
  if (isBeside) return <h2 className="case-title">{words}</h2>;
  return (
    <header className="case-head">
      {kind === 'transaction' ? (
        <Link to="/t/$tenant/transactions" params={{ tenant: tenantId }} className="link back-link">
          <BackIcon className="icon" aria-hidden />
          {t('backToTransactions')}
        </Link>
      ) : (
        <Link to="/t/$tenant/processes" params={{ tenant: tenantId }} className="link back-link">
          <BackIcon className="icon" aria-hidden />
          {t('backToProcesses')}
        </Link>
      )}
      <h1 ref={heading} tabIndex={-1} className="case-title">
        {words}
      </h1>
    </header>
  );
}
