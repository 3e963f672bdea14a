import type { OwnAccount } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { say } from '../../ui/states/toast-store.ts';

type Props = { id: string; words: string; onChanged(account: OwnAccount): void; onClose(): void };

/** Removes a way to sign in; the server refuses the last one. */
export function RemoveWayDialog({ id, words, onChanged, onClose }: Props) {
  const t = useTexts();
  const act = useAct('removeAuthenticator');
  const remove = async (): Promise<void> => {
    const account = await act.run({ params: { authenticator_id: id } });
    if (!account) return;
    onChanged(account);
    say(t('wayRemoved'));
    onClose();
  };
  return (
    <Confirm
      title={t('removeWayTitle', { name: words })}
      text={t('removeWayText')}
      act={t('removeWay')}
      isDanger
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
