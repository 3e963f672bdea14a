import type { OwnAccount } from '@titular/contract';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { endSessionCommand } from '../../commands/team-commands.ts';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { useSession } from '../../shell/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SessionIcon } from '../../ui/icons.ts';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { timeWords } from '../../ui/time-words.ts';
import { browserWords } from '../../words/browser-words.ts';

type Session = OwnAccount['sessions'][number];

/** Every open session of the person, and the end of each but this one, which ends by signing out. */
export function SessionsPanel({ sessions, onChanged }: { sessions: readonly Session[]; onChanged(): void }) {
  return (
    <ul className="list">
      {sessions.map((session) => (
        <SessionLine key={session.id} session={session} onChanged={onChanged} />
      ))}
    </ul>
  );
}

function SessionLine({ session, onChanged }: { session: Session; onChanged(): void }) {
  const t = useTexts();
  const tag = useTag();
  const { userId } = useSession();
  const act = useAct('endOwnSession');
  const { createdAt, lastSeenAt, isThis } = session;
  const browser = browserWords(session.browser, t);
  const end = async (): Promise<void> => {
    if (!(await act.run({ params: { session_id: session.id } }))) return;
    onChanged();
    say(t('sessionEndedToast'));
  };
  return (
    <li>
      <SessionIcon className="icon list-icon" aria-hidden />
      <div className="list-text">
        <span className="member-name">
          <strong>{browser}</strong>
          {isThis && <Badge tone="accent">{t('thisSession')}</Badge>}
        </span>
        <span className="hint">
          {t('sessionSince', { time: timeWords(createdAt, tag) })} ·{' '}
          {t('sessionSeen', { time: timeWords(lastSeenAt, tag) })}
        </span>
        <ActFailure failure={act.failure} />
      </div>
      {!isThis && (
        <div className="acts">
          <CopyCommand text={endSessionCommand(userId, session.id)} of={t('endSessionOf', { browser })} />
          <Button isBusy={act.isBusy} aria-label={t('endSessionOf', { browser })} onPress={() => void end()}>
            {t('endSession')}
          </Button>
        </div>
      )}
    </li>
  );
}
