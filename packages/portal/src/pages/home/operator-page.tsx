import type { TextKey } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSession } from '../../shell/use-session.ts';
import { Command } from '../../ui/command.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NotFound } from './not-found.tsx';

/** What an operator does, with the command for each; none of it needs a tenant's data. */
const COMMANDS: readonly { words: TextKey; command: string }[] = [
  { words: 'operatorNewTenant', command: 'npx titular tenants create --help' },
  { words: 'operatorFirstAdmin', command: 'npx titular users invite --help' },
  { words: 'operatorAnother', command: 'npx titular users invite --operator NAME' },
  { words: 'operatorUsers', command: 'npx titular users list' },
  { words: 'operatorQueue', command: 'npx titular webhooks queue' },
  { words: 'operatorAudit', command: 'npx titular audit verify' },
];

/** The operators' page: who runs the deployment works by command, and sees no person of any tenant. */
export function OperatorPage() {
  const t = useTexts();
  const { isOperator } = useSession();
  if (!isOperator) return <NotFound />;
  return (
    <div className="page">
      <PageHead title={t('operatorTitle')} text={t('operatorIntro')} />
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
    </div>
  );
}
