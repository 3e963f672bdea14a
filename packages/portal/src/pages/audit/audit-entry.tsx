import type { AuditRow } from '@titular/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Time } from '../../ui/time.tsx';
import { EntryDiff } from './entry-diff.tsx';
import { actionWords } from './model/action-words.ts';
import { actorWords, isShortened } from './model/actor-words.ts';
import { fitsAddress } from './model/audit-search.ts';
import { useNarrow } from './use-narrow.ts';

type PartProps = {
  name: 'actor' | 'action' | 'subject' | 'of';
  value: string;
  words: string;
  children: ReactNode;
};

/** A part of an entry, by which the list can be narrowed where it may stand in the address. */
function Part({ name, value, words, children }: PartProps) {
  const t = useTexts();
  const narrow = useNarrow();
  const shown = (
    <>
      <span className="visually-hidden">{words}: </span>
      <bdi>{children}</bdi>
    </>
  );
  if (!fitsAddress(name, value)) return <span className="audit-part audit-fixed">{shown}</span>;
  return (
    <button
      type="button"
      className="audit-part"
      title={t('auditOnly')}
      onClick={() => narrow({ [name]: value })}
    >
      {shown}
    </button>
  );
}

/** One entry: when, who, what and about what, and what changed. */
export function AuditEntry({ entry, isWhole }: { entry: AuditRow; isWhole: boolean }) {
  const t = useTexts();
  const { at, actor, actorName, action, subject, subjectName, tenant, leftOut } = entry;
  return (
    <li className="audit-entry">
      <div className="audit-line">
        <span className="audit-at">
          <Time at={at} isWhole />
        </span>
        <Part name="actor" value={actor} words={t('auditActor')}>
          {actorName ?? actorWords(t, actor)}
          {isShortened(actor) && <span className="hint mono audit-code">{actor}</span>}
        </Part>
        <Part name="action" value={action} words={t('auditAction')}>
          {actionWords(t, action)}
          <span className="hint mono audit-code">{action}</span>
        </Part>
        <Part name="subject" value={subject} words={t('auditSubject')}>
          {subjectName && (
            <>
              <bdi>{subjectName}</bdi> ·{' '}
            </>
          )}
          <span className="mono">{subject}</span>
        </Part>
        {isWhole && tenant && (
          <span className="audit-of">
            <span aria-hidden="true">{t('auditTenant')} </span>
            <Part name="of" value={tenant} words={t('auditTenant')}>
              <span className="mono">{tenant}</span>
            </Part>
          </span>
        )}
      </div>
      <EntryDiff entry={entry} />
      {leftOut && <p className="hint">{t('auditLeftOut', { fields: leftOut.join(', ') })}</p>}
    </li>
  );
}
