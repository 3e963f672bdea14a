import type { SandboxScenario } from '@titular/contract';
import { memo } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/secrets/copy-button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { CodedBadge } from '../../words/coded-badge.tsx';
import { statusViews } from '../../words/status-view.ts';
import { endOf, endWords, runCommand, scenarioWords } from './model/scenario-words.ts';
import type { RunAct } from './use-run.ts';

type Props = { scenario: SandboxScenario; run: RunAct };

/** One scenario: what it shows, how it ends, and its button. */
export function ScenarioLine({ scenario, run }: Props) {
  const t = useTexts();
  const { may } = useTenant();
  const { name } = scenario;
  const isPressed = run.pressed === name;
  return (
    <tr>
      <th scope="row">
        <Words scenario={scenario} />
        {isPressed && <ActFailure failure={run.failure} />}
      </th>
      <td data-label={t('sandboxColumnEnd')}>
        <End scenario={scenario} />
      </td>
      <td>
        <div className="acts sandbox-acts">
          <CopyButton text={runCommand(name)} label={t('sandboxCommand')} of={name} />
          {may('transactions:act') && (
            <Button
              kind="primary"
              aria-label={t('sandboxRunOf', { name })}
              isBusy={isPressed && run.isBusy}
              onPress={() => void run.start(name)}
            >
              {t('sandboxRun')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

const Words = memo(function Words({ scenario }: { scenario: SandboxScenario }) {
  const t = useTexts();
  const { name, identity } = scenario;
  return (
    <>
      <span className="mono sandbox-name">{name}</span>
      <p className="hint">
        {scenarioWords(scenario, t)}
        {identity && (
          <>
            {' '}
            <span className="mono sandbox-cpf">{t('sandboxCpf', { cpf: identity.value })}</span>
          </>
        )}
      </p>
    </>
  );
});

/** How a scenario ends, as icon and word. */
function End({ scenario }: { scenario: SandboxScenario }) {
  const t = useTexts();
  const end = endOf(scenario);
  if (end === undefined) return <Badge>{endWords(scenario, t)}</Badge>;
  return <CodedBadge view={statusViews[end]}>{endWords(scenario, t)}</CodedBadge>;
}
