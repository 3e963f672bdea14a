import type { SettingView } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { useSession, useTenant } from '../../shell/use-session.ts';
import { Conflict } from './conflict.tsx';
import { SettingControl } from './controls/setting-control.tsx';
import {
  changeDraft,
  type Drafts,
  dropDraft,
  findChange,
  findDraft,
  findProblem,
  isConflict,
  keepDraft,
} from './model/drafts.ts';
import type { CommandOwner } from './model/setting-command.ts';
import { boundsWords, meaningOf, titleOf, valueWords } from './model/setting-words.ts';
import { SettingFacts } from './setting-facts.tsx';
import { WaitingHint } from './waiting-hint.tsx';

type Props = {
  owner: CommandOwner;
  setting: SettingView;
  /** It can be changed here. */
  isOpen: boolean;
  isTwoPerson: boolean;
  drafts: Drafts;
  /** A save is under way. */
  isSaving: boolean;
  onChange(drafts: Drafts): void;
};

/** One setting: its field, or its value for who may not change it, what is known of it, and both values where they differ. */
export function SettingRow({ owner, setting, isOpen, isTwoPerson, ...form }: Props) {
  const { drafts, isSaving, onChange } = form;
  const t = useTexts();
  const { environment } = useSession();
  const { may, membership } = useTenant();
  const seesActs = may('settings:change') && membership.companies === 'all';
  const draft = isOpen ? findChange(drafts, setting) : undefined;
  const text = (isOpen ? findDraft(drafts, setting)?.text : undefined) ?? setting.value;
  const problem = draft && findProblem(setting, text, environment);
  const error =
    problem === 'outside'
      ? t('settingOutside', { bounds: boundsWords(t, setting) })
      : problem && t('settingMustAccept');
  const change = (entered: string): void => onChange(changeDraft(drafts, setting, entered, isSaving));
  return (
    <li className={draft ? 'setting setting-draft' : 'setting'} data-setting={setting.name}>
      {isOpen ? (
        <SettingControl setting={setting} text={text} error={error} onChange={change} />
      ) : (
        <div className="setting-closed">
          <h3 className="label">{titleOf(t, setting)}</h3>
          <p>{valueWords(t, setting, setting.value)}</p>
          <p className="hint">{meaningOf(t, setting)}</p>
        </div>
      )}
      {draft && isConflict(setting, draft) && (
        <Conflict
          theirs={valueWords(t, setting, setting.value)}
          yours={valueWords(t, setting, text)}
          title={titleOf(t, setting)}
          onTake={() => onChange(dropDraft(drafts, setting.name))}
          onKeep={() => onChange(keepDraft(drafts, setting))}
        />
      )}
      {setting.danger !== undefined && seesActs && <WaitingHint owner={owner} setting={setting} />}
      <SettingFacts
        owner={owner}
        setting={setting}
        text={text}
        isTwoPerson={isTwoPerson}
        onReset={isOpen ? () => change(setting.default) : undefined}
      />
    </li>
  );
}
