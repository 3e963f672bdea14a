import type { UseQueryResult } from '@tanstack/react-query';
import type { ChangeSettings, SettingsChanged, SettingsView } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import type { CommandOwner } from './model/setting-command.ts';
import { OwnerChoice } from './owner-choice.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Where an act stands; `reset` takes back what its last try ended with. */
type Progress = { isBusy: boolean; failure: unknown; reset(): void };

/** How the changes of a form are sent, and where that stands. */
export type Saving = {
  task: Progress;
  save(changes: ChangeSettings['changes']): Promise<SettingsChanged | undefined>;
  proposal: Progress;
  /** Leaves changes to a second person; false where that failed. */
  propose(changes: ChangeSettings['changes']): Promise<boolean>;
  /** Shows what the server has now. */
  show(view: SettingsView): void;
};

type Props = Saving & { owner: CommandOwner; read: UseQueryResult<SettingsView> };

/** The settings of one owner: whose they are, and the form. */
export function SettingsPage({ owner, read, ...saving }: Props) {
  const t = useTexts();
  return (
    <div className="page">
      <PageHead title={t('settingsTitle')} text={t('settingsIntro')} />
      <OwnerChoice companyId={owner.companyId} />
      <Loaded of={read} lines={12}>
        {(view) => <SettingsForm owner={owner} view={view} {...saving} />}
      </Loaded>
    </div>
  );
}
