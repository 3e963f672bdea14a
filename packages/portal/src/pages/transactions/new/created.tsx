import { Link } from '@tanstack/react-router';
import type { CreatedByHand } from '@titular/contract';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ShownLink } from '../../../ui/secrets/shown-link.tsx';
import { type CaseStatus, statusViews } from '../../../words/status-view.ts';

const isCaseStatus = (status: string): status is CaseStatus => status in statusViews;

/** What was created, with its link to send; leaving the page deletes the link from it. */
export function Created({ made, onAnother }: { made: CreatedByHand; onAnother(): void }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { status, link } = made;
  const caseStatus: CaseStatus = isCaseStatus(status) ? status : 'waiting';
  return (
    <section className="panel panel-padded">
      <h2 ref={heading} tabIndex={-1}>
        {t('createdTitle')}
      </h2>
      {link === undefined ? (
        <p>{t('createdNoLink', { status: t(`status_${caseStatus}`), why: t(`status_${caseStatus}_why`) })}</p>
      ) : (
        <>
          <p>{t('createdText')}</p>
          <ShownLink
            link={link}
            label={t('newLinkLabel')}
            qrLabel={t('newLinkQr')}
            copyLabel={t('newLinkCopy')}
          />
        </>
      )}
      <div className="acts">
        <Link
          to="/t/$tenant/transactions/$transaction"
          params={{ tenant: tenantId, transaction: made.id }}
          className="button button-plain"
        >
          {t('createdOpen')}
        </Link>
        <Button onPress={onAnother}>{t('createAnother')}</Button>
      </div>
    </section>
  );
}
