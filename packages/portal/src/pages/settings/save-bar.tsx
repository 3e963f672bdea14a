import { CopyCommand } from '../../commands/copy-command.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { isForTwo as isRefusedForTwo } from '../../ui/states/failure-words.ts';
import type { WayOfSaving } from './model/way-of-saving.ts';

type Props = {
  unsaved: number;
  invalid: number;
  conflicts: number;
  task: { isBusy: boolean; failure: unknown };
  proposal: { isBusy: boolean; failure: unknown };
  way: WayOfSaving;
  /** The command that saves the same; undefined while something stands in the way. */
  command: string | undefined;
  /** Leaves the changes to a second person; offered where they take two, or the server said so. */
  onPropose(): void;
  onDiscard(): void;
  /** Shows what the values would have done; undefined where no decision follows them. */
  onTry: (() => void) | undefined;
};

/** Says how much is not saved and what stands in the way; saves or discards all of it. */
export function SaveBar({ unsaved, invalid, conflicts, task, proposal, ...rest }: Props) {
  const { onPropose, onDiscard, onTry, command } = rest;
  const t = useTexts();
  const { membership } = useTenant();
  const { way } = rest;
  const isForTwo = way === 'propose';
  // Others are told who may propose it.
  const takesTwo = isForTwo || (isRefusedForTwo(task.failure) && membership.companies === 'all');
  return (
    <section className="settings-bar" aria-label={t('settingsSave')}>
      <div className="settings-bar-text" role="status">
        <p>{t('settingsUnsaved', { count: unsaved })}</p>
        {invalid > 0 && <p className="field-error">{t('settingsInvalid', { count: invalid })}</p>}
        {isForTwo && <p>{t('settingsForTwo')}</p>}
        {way === 'others' && <p>{t('settingsForOthers')}</p>}
        {conflicts > 0 && <p className="field-error">{t('settingsConflicts', { count: conflicts })}</p>}
      </div>
      <ActFailure failure={proposal.failure ?? task.failure} />
      <div className="acts">
        <CopyCommand text={command} />
        {onTry && <Button onPress={onTry}>{t('whatIf')}</Button>}
        <Button onPress={onDiscard} isDisabled={task.isBusy || proposal.isBusy}>
          {t('settingsDiscard')}
        </Button>
        {takesTwo && (
          <Button
            kind="primary"
            isBusy={proposal.isBusy}
            {...(isForTwo ? { type: 'submit' as const } : { onPress: onPropose })}
          >
            {t('settingsPropose')}
          </Button>
        )}
        {way === 'save' && (
          <Button type="submit" kind={takesTwo ? 'quiet' : 'primary'} isBusy={task.isBusy}>
            {t('settingsSave')}
          </Button>
        )}
      </div>
    </section>
  );
}
