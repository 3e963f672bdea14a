import type { SandboxScenario } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useAct } from '../../../service/use-act.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import type { OpenCase } from '../../case/model/case-model.ts';
import { readAgain } from '../../case/model/use-case.ts';
import { countTaken } from '../model/progress.ts';
import { eventWords, handEvents, type StepEvent, stepCommand } from '../model/scenario-words.ts';

type Props = { open: OpenCase; scenario: SandboxScenario | undefined; scenarios: readonly SandboxScenario[] };

/** Makes one thing happen to a run that waits; the next step of its scenario is chosen already. */
export function HandSteps({ open, scenario, scenarios }: Props) {
  const t = useTexts();
  const { may } = useTenant();
  const { subject } = open;
  const events = handEvents(scenarios);
  const next = scenario?.steps[countTaken(scenario.steps, open)]?.event;
  // What somebody chose stays; without a choice the next step is offered.
  const [chosen, setChosen] = useState<StepEvent>();
  const event = chosen ?? events.find((one) => one === next) ?? 'approve';
  const step = useAct('stepPortalTransaction');
  if (!may('transactions:act')) return null;
  if (subject.kind === 'process') return <p className="hint">{t('handProcess')}</p>;
  const take = async (): Promise<void> => {
    const params = { tenant_id: subject.tenantId, transaction_id: subject.id };
    const isTaken = await step.run({ params, body: { event } });
    if (isTaken) say(t('handTaken'));
    await readAgain(subject);
  };
  return (
    <>
      <h3>{t('handTitle')}</h3>
      <p className="hint">{t('handText')}</p>
      <Select<StepEvent>
        label={t('handEvent')}
        value={event}
        options={events.map((value) => ({ value, text: eventWords(value, t) }))}
        onChange={setChosen}
      />
      <ActFailure failure={step.failure} />
      <div className="acts">
        <Button kind="primary" isBusy={step.isBusy} onPress={() => void take()}>
          {t('handTake')}
        </Button>
        <CopyButton
          text={stepCommand(subject.tenantId, subject.id, event)}
          label={t('sandboxCommand')}
          of={t('handTitle')}
        />
      </div>
    </>
  );
}
