import type { ErasureResponse } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { isRefusal } from '../../service/failures.ts';
import { useTask } from '../../service/use-task.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { plainIdentity } from '../transactions/new/identity.ts';
import type { DialogProps } from './data-dialog.ts';
import { type EraseDraft, EraseForm, emptyErase } from './erase-form.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { WhatGoes } from './what-goes.tsx';

type Props = DialogProps & { isTwoPerson: boolean };

/** Where the dialog stands. */
type Step = { kind: 'typing' | 'checking' | 'proposed' } | { kind: 'erased'; erasure: ErasureResponse };

/** Erases whom the draft names, or proposes it where that takes two. */
function useErase({ kind, identity, reference }: EraseDraft, isTwoPerson: boolean) {
  const { tenantId } = useTenant();
  return useTask(async (): Promise<Step> => {
    const input = {
      params: { tenant_id: tenantId },
      body: {
        identity: { key: kind, value: plainIdentity(kind, identity) },
        ...(reference.trim() !== '' && { reference: reference.trim() }),
      },
    };
    if (!isTwoPerson) return { kind: 'erased', erasure: await call('eraseByHand', input) };
    await call('proposeErasure', input);
    return { kind: 'proposed' };
  });
}

/** Asks whom to erase, says what goes and what stays, and shows the receipt; where it takes two persons, proposes it. */
export function EraseDialog({ isTwoPerson, onChanged, onClose }: Props) {
  const t = useTexts();
  const [draft, setDraft] = useState(emptyErase);
  const [step, setStep] = useState<Step>({ kind: 'typing' });
  const act = useErase(draft, isTwoPerson);
  const run = async (): Promise<void> => {
    const next = await act.run();
    onChanged();
    if (!next) return;
    setDraft(emptyErase);
    setStep(next);
  };
  if (step.kind === 'erased')
    return (
      <Dialog title={t('erasedTitle')} onClose={onClose} isWide>
        <ReceiptView erasure={step.erasure} onClose={onClose} />
      </Dialog>
    );
  if (step.kind === 'proposed') return <Proposed onClose={onClose} />;
  if (step.kind === 'typing')
    return (
      <Dialog title={t('eraseTitle')} onClose={onClose} isWide>
        <EraseForm
          draft={draft}
          onChange={setDraft}
          onChecked={() => setStep({ kind: 'checking' })}
          onClose={onClose}
        />
      </Dialog>
    );
  const back = (): void => {
    act.reset();
    setStep({ kind: 'typing' });
  };
  const isOutdated = isRefusal(act.failure, '40349');
  return (
    <Dialog title={t('eraseTitle')} onClose={onClose} isWide isQuestion>
      <p>
        {draft.kind.toUpperCase()} <strong className="mono">{draft.identity.trim()}</strong>
      </p>
      <WhatGoes />
      <p>{t(isTwoPerson ? 'eraseByTwo' : 'eraseFinal')}</p>
      <ActFailure failure={isOutdated && isTwoPerson ? undefined : act.failure} />
      <div className="dialog-acts">
        <Button onPress={back}>{t('back')}</Button>
        <Button kind="danger" isBusy={act.isBusy} onPress={() => void run()}>
          {t(isTwoPerson ? 'proposeAct' : 'eraseAct')}
        </Button>
      </div>
    </Dialog>
  );
}

function Proposed({ onClose }: { onClose(): void }) {
  const t = useTexts();
  return (
    <Dialog title={t('proposedTitle')} onClose={onClose}>
      <p>{t('proposedText')}</p>
      <div className="dialog-acts">
        <Button kind="primary" onPress={onClose}>
          {t('dataDone')}
        </Button>
      </div>
    </Dialog>
  );
}
