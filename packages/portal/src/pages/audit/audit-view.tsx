import './audit.css';
import '../../lists/lists.css';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AuditRows, AuditFilters as Offered } from '@titular/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { DoneIcon, SearchIcon } from '../../ui/icons.ts';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import type { ActorSource } from './actor-dialog.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';
import type { AuditSearch } from './model/audit-search.ts';
import { useNarrow } from './use-narrow.ts';

type Props = {
  title: string;
  intro: string;
  /** Acts beside the title. */
  acts: ReactNode;
  search: AuditSearch;
  offered: Offered | undefined;
  /** Finds those whom the filters do not offer. */
  actors: ActorSource;
  rows: UseQueryResult<AuditRows>;
  /** Entries of all tenants. */
  isWhole: boolean;
  /** Links to pages beside this one. */
  links?: ReactNode;
  /** The part that verifies; a verification goes on while it is folded. */
  children: ReactNode;
};

/** The page of an audit log: one page of entries at a time, so that its length is nothing to the browser. */
export function AuditView({ title, intro, acts, rows, isWhole, links, children, ...narrowing }: Props) {
  const { search } = narrowing;
  const t = useTexts();
  const id = useId();
  const [isVerifying, setVerifying] = useState(false);
  const open = (
    <Button
      aria-expanded={isVerifying}
      aria-controls={id}
      icon={DoneIcon}
      onPress={() => setVerifying(!isVerifying)}
    >
      {t('auditVerifyTitle')}
    </Button>
  );
  return (
    <div className="page">
      <PageHead
        title={title}
        text={rows.data?.isOwn ? t('auditOwn') : intro}
        acts={
          <>
            {acts}
            {open}
          </>
        }
      />
      {links}
      <div id={id} hidden={!isVerifying}>
        {children}
      </div>
      <section className="panel" aria-label={t('auditEntries')}>
        <AuditFilters
          {...narrowing}
          actorName={rows.data?.entries.find(({ actor }) => actor === search.actor)?.actorName}
        />
        <Loaded of={rows} lines={10}>
          {(found) => <Entries found={found} isWhole={isWhole} isLater={search.before !== undefined} />}
        </Loaded>
      </section>
    </div>
  );
}

type EntriesProps = { found: AuditRows; isWhole: boolean; isLater: boolean };

function Entries({ found: { entries, nextCursor }, isWhole, isLater }: EntriesProps) {
  const t = useTexts();
  const narrow = useNarrow();
  const count = entries.length;
  return (
    <>
      {count === 0 ? (
        <Empty
          icon={SearchIcon}
          title={t(nextCursor === undefined ? 'auditNone' : 'auditNoneYet')}
          text={t(nextCursor === undefined ? 'auditNoneText' : 'auditNoneYetText')}
        />
      ) : (
        <ol className="audit-list">
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} isWhole={isWhole} />
          ))}
        </ol>
      )}
      <div className="list-foot">
        <p className="hint" role="status">
          {t('rowsShown', { count })}, {t(nextCursor === undefined ? 'rowsAll' : 'rowsMore')}
        </p>
        <div className="acts">
          {isLater && <Button onPress={() => narrow({})}>{t('auditNewest')}</Button>}
          {nextCursor !== undefined && (
            <Button onPress={() => narrow({ before: nextCursor })}>{t('auditOlder')}</Button>
          )}
        </div>
      </div>
    </>
  );
}
