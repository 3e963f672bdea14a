import type { SettingView } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/secrets/copy-button.tsx';
import { Time } from '../../ui/time.tsx';
import { type CommandOwner, settingCommand } from './model/setting-command.ts';
import { titleOf, valueWords } from './model/setting-words.ts';

type Props = {
  owner: CommandOwner;
  setting: SettingView;
  /** What the field holds now. */
  text: string;
  isTwoPerson: boolean;
  onReset: (() => void) | undefined;
};

/** What is known of a setting: name, default, danger, last change; and its command. */
export function SettingFacts({ owner, setting, text, isTwoPerson, onReset }: Props) {
  const t = useTexts();
  const { name, danger, isOperators, isKept, changed } = setting;
  const title = titleOf(t, setting);
  const isDefault = text === setting.default;
  return (
    <div className="setting-facts">
      <p className="setting-line">
        <code className="hint mono">{name}</code>
        <span className="hint">
          {isDefault
            ? t('settingIsDefault')
            : t('settingDefault', { value: valueWords(t, setting, setting.default) })}
        </span>
        {danger && <Badge tone="notice">{t(isTwoPerson ? 'settingForTwo' : 'settingDangerous')}</Badge>}
        {(isOperators || isKept) && <Badge>{t('settingOperators')}</Badge>}
      </p>
      {danger && <p className="hint">{t(`danger_${danger}`)}</p>}
      {isOperators && <p className="hint">{t('settingOperatorsText')}</p>}
      {isKept && <p className="hint">{t('settingKeptText')}</p>}
      {changed && (
        <p className="hint">
          {t('settingChanged')} <Time at={changed.at} /> <ChangedBy {...changed} />
        </p>
      )}
      <div className="acts setting-acts">
        {onReset && !isDefault && (
          <Button kind="quiet" aria-label={`${t('settingReset')}: ${title}`} onPress={onReset}>
            {t('settingReset')}
          </Button>
        )}
        <CopyButton text={settingCommand(owner, name, text)} label={t('settingCommand')} of={title} />
      </div>
    </div>
  );
}

const COMMAND_LINE = 'command-line:';

/** Who changed it, as the audit log names them. */
function ChangedBy({ actor, name }: NonNullable<SettingView['changed']>) {
  const t = useTexts();
  if (name !== undefined) return t('settingChangedBy', { name });
  if (actor.startsWith('user:')) return t('settingChangedBy', { name: t('settingFormerUser') });
  const isCommand = actor.startsWith(COMMAND_LINE);
  return t('settingChangedBy', {
    name: isCommand ? t('settingByCommand', { name: actor.slice(COMMAND_LINE.length) }) : actor,
  });
}
