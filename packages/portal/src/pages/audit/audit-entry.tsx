import type { AuditRow } from '@titular/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Time } from '../../ui/time.tsx';
import { EntryDiff } from './entry-diff.tsx';
import { useNarrow } from './use-narrow.ts';

type PartProps = { words: string; children: ReactNode; onPress(): void };

/** A part of an entry by which the list can be narrowed. */
function Part({ words, children, onPress }: PartProps) {
  const t = useTexts();
  return (
    <button type="button" className="audit-part" title={t('auditOnly')} onClick={onPress}>
      <span className="visually-hidden">{words}: </span>
      <bdi>{children}</bdi>
    </button>
  );
}

/** One entry: when, who, what and about what, and what changed. */
export function AuditEntry({ entry, isWhole }: { entry: AuditRow; isWhole: boolean }) {
  const t = useTexts();
  const narrow = useNarrow();
  const { at, actor, actorName, action, subject, subjectName, tenant, before, after } = entry;
  return (
    <li className="audit-entry">
      <div className="audit-line">
        <span className="audit-at">
          <Time at={at} isWhole />
        </span>
        <Part words={t('auditActor')} onPress={() => narrow({ actor })}>
          {actorName ?? actor}
        </Part>
        <Part words={t('auditAction')} onPress={() => narrow({ action })}>
          <span className="mono">{action}</span>
        </Part>
        <Part words={t('auditSubject')} onPress={() => narrow({ subject })}>
          {subjectName && <>{subjectName} · </>}
          <span className="mono">{subject}</span>
        </Part>
        {isWhole && tenant && (
          <span className="audit-of">
            <span aria-hidden="true">{t('auditTenant')} </span>
            <Part words={t('auditTenant')} onPress={() => narrow({ of: tenant })}>
              <span className="mono">{tenant}</span>
            </Part>
          </span>
        )}
      </div>
      {(before !== undefined || after !== undefined) && <EntryDiff before={before} after={after} />}
    </li>
  );
}
