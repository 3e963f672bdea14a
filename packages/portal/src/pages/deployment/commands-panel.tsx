import type { TextKey } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Command } from '../../ui/command.tsx';
import { Panel } from '../../ui/panel.tsx';

/** What an operator does, with the command for each; none of it needs a tenant's data. */
const COMMANDS: readonly { words: TextKey; command: string }[] = [
  { words: 'operatorNewTenant', command: 'npx titular tenants create --help' },
  { words: 'operatorFirstAdmin', command: 'npx titular users invite --help' },
  { words: 'operatorAnother', command: 'npx titular users invite --operator NAME' },
  { words: 'operatorUsers', command: 'npx titular users list' },
  { words: 'operatorQueue', command: 'npx titular webhooks queue' },
  { words: 'operatorDoctor', command: 'npx titular doctor' },
  { words: 'operatorAudit', command: 'npx titular audit verify' },
];

/** What operators do by command, each with its line. */
export function CommandsPanel() {
  const t = useTexts();
  return (
    <Panel title={t('operatorByCommand')}>
      <dl className="commands">
        {COMMANDS.map(({ words, command }) => (
          <div key={words}>
            <dt>{t(words)}</dt>
            <dd>
              <Command text={command} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
