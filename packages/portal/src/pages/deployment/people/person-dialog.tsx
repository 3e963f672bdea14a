import type { TextKey } from '../../../i18n/texts.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../service/call.ts';
import { Command } from '../../../ui/command.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { useChanging } from '../tenants/use-changing.ts';
import type { PersonAct } from './people-table.tsx';

type Words = { title: TextKey; text: TextKey; act: TextKey; done: TextKey; command: string };

/** Words and command of each act. */
const ACTS: Readonly<Record<PersonAct['kind'], Words>> = {
  end: {
    ...{ title: 'personEndTitle', text: 'personEndText', act: 'personEnd', done: 'personEnded' },
    command: 'sessions end',
  },
  lock: {
    ...{ title: 'personLockTitle', text: 'personLockText', act: 'personLock', done: 'personLockedDone' },
    command: 'users disable',
  },
  unlock: {
    ...{ title: 'personUnlockTitle', text: 'personUnlockText', act: 'personUnlock' },
    ...{ done: 'personUnlockedDone', command: 'users enable' },
  },
};

type Props = PersonAct & { onChanged(): void; onClose(): void };

/** Asks before an operator ends somebody's sessions, locks or unlocks them. */
export function PersonDialog({ kind, person: { id, name }, onChanged, onClose }: Props) {
  const t = useTexts();
  const params = { user_id: id };
  const act = useChanging(
    (): Promise<object> =>
      kind === 'end'
        ? call('endPersonSessions', { params })
        : call('switchPerson', { params, body: { active: kind === 'unlock' } }),
    onChanged,
  );
  const words = ACTS[kind];
  const run = async (): Promise<void> => {
    if (!(await act.run())) return;
    say(t(words.done, { name }));
    onClose();
  };
  return (
    <Confirm
      title={t(words.title, { name })}
      text={t(words.text)}
      act={t(words.act)}
      isDanger={kind === 'lock'}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <Command text={`npx titular ${words.command} ${id}`} />
    </Confirm>
  );
}
