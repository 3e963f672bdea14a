import type { QueryKey } from '@tanstack/react-query';
import type { AuditActors, PortalBody } from '@titular/contract';
import { MAX_AUDIT_WORD_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { usePages } from '../../lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PersonIcon } from '../../ui/icons.ts';
import { Empty } from '../../ui/states/empty.tsx';
import { Failure } from '../../ui/states/failure.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { SearchLine } from '../deployment/search-line.tsx';
import { actorWords } from './model/actor-words.ts';
import { fitsAddress } from './model/audit-search.ts';
import { readActors } from './model/read-actors.ts';

/** Where actors are searched: those of a tenant, or of the deployment. */
export type ActorSource = {
  key: QueryKey;
  read(body: PortalBody<'searchAuditActors'>, signal: AbortSignal): Promise<AuditActors>;
};

type Props = { source: ActorSource; onChoose(actor: string): void; onClose(): void };

/** Finds an actor of the log by a part of a name or id; the list of the filter has only those at both ends of the order. */
export function ActorDialog({ source, onChoose, onClose }: Props) {
  const t = useTexts();
  const [text, setText] = useState('');
  return (
    <Dialog title={t('auditActorSearch')} onClose={onClose} isDismissable>
      <SearchLine label={t('auditActorPart')} maxLength={MAX_AUDIT_WORD_LENGTH} onSearch={setText} />
      <Found key={text} source={source} text={text} onChoose={onChoose} />
    </Dialog>
  );
}

function Found({ source, text, onChoose }: Omit<Props, 'onClose'> & { text: string }) {
  const t = useTexts();
  const found = usePages([...source.key, text], (after, signal) =>
    readActors((body) => source.read(body, signal), text, after),
  );
  if (found.failure !== undefined) return <Failure failure={found.failure} onRetry={found.retry} />;
  if (found.rows === undefined) return <Skeleton lines={5} />;
  const rows = found.rows.filter(({ actor }) => fitsAddress('actor', actor));
  return (
    <>
      <p className="hint" role="status">
        {t('rowsShown', { count: rows.length })}, {t(found.hasMore ? 'rowsMore' : 'rowsAll')}
      </p>
      {rows.length === 0 && !found.hasMore && (
        <Empty icon={PersonIcon} title={t('auditActorNone')} text={t('auditActorNoneText')} />
      )}
      <ul className="audit-actors">
        {rows.map(({ actor, name }) => (
          <li key={actor}>
            <button type="button" className="audit-part" onClick={() => onChoose(actor)}>
              <bdi>{name ?? actorWords(t, actor)}</bdi>
              <span className="hint mono audit-code">{actor}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.hasMore && (
        <div className="acts">
          <Button isBusy={found.isLoadingMore} onPress={found.more}>
            {t(found.hasMoreFailed ? 'tryAgain' : 'auditActorMore')}
          </Button>
        </div>
      )}
    </>
  );
}
