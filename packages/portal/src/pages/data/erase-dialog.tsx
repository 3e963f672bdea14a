import type { ErasureResponse } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { useTask } from '../../service/use-task.ts';
import { useDialogForm } from '../../session/kept-form.ts';
import { useRequestKey } from '../../session/request-key.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { hasNoSecond } from '../../ui/states/failure-words.ts';
import { say } from '../../ui/states/toast-store.ts';
import { plainIdentity } from '../transactions/new/identity.ts';
import { type DialogProps, dataForms } from './data-dialog.ts';
import { type EraseDraft, EraseForm, emptyErase } from './erase-form.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { WhatGoes } from './what-goes.tsx';

/** `isTwoPerson` is undefined until it is known. */
type Props = DialogProps & { isTwoPerson: boolean | undefined };

/** Where the dialog stands. */
type Step =
  | { kind: 'typing' | 'proposed' }
  /** As it was when the person read what would be done. */
  | { kind: 'checking'; isTwoPerson: boolean }
  | { kind: 'erased'; erasure: ErasureResponse };

/** What is asked for about whom the draft names. */
const bodyOf = ({ kind, identity, reference }: EraseDraft) => ({
  identity: { key: kind, value: plainIdentity(kind, identity) },
  ...(reference.trim() !== '' && { reference: reference.trim() }),
});

/** Erases whom the draft names, or proposes it where that takes two. */
function useErase(draft: EraseDraft, idempotencyKey: string) {
  const { tenantId } = useTenant();
  const body = bodyOf(draft);
  return useTask(async (isTwoPerson: boolean): Promise<Step> => {
    const input = { params: { tenant_id: tenantId }, body };
    if (!isTwoPerson)
      return { kind: 'erased', erasure: await call('eraseByHand', { ...input, idempotencyKey }) };
    await call('proposeErasure', input);
    return { kind: 'proposed' };
  });
}

/** Asks whom to erase, says what goes and what stays, and shows the receipt; where it takes two persons, proposes it. After the lock it begins with what was typed. */
export function EraseDialog({ isTwoPerson, onChanged, onClose }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const form = dataForms.erase(tenantId);
  const [draft, setDraft, endForm] = useDialogForm(form, emptyErase);
  // After a lost answer the receipt of what was erased is asked for, and not one about nothing; also by who went back to look.
  const idempotencyKey = useRequestKey(bodyOf(draft), form);
  const [step, setStep] = useState<Step>({ kind: 'typing' });
  if (step.kind === 'erased')
    return (
      <Dialog key="erased" title={t('erasedTitle')} onClose={onClose} isWide>
        <ReceiptView erasure={step.erasure} onClose={onClose} />
      </Dialog>
    );
  if (step.kind === 'proposed') return <Proposed key="proposed" onClose={onClose} />;
  if (step.kind === 'checking')
    return (
      <Check
        key="checking"
        draft={draft}
        idempotencyKey={idempotencyKey}
        isTwoPerson={step.isTwoPerson}
        onChanged={onChanged}
        onBack={() => setStep({ kind: 'typing' })}
        onDone={(next) => {
          setDraft(emptyErase);
          endForm();
          setStep(next);
        }}
        onClose={onClose}
      />
    );
  return (
    <Dialog key="typing" title={t('eraseTitle')} onClose={onClose} isWide>
      <EraseForm
        draft={draft}
        isTwoPerson={isTwoPerson}
        onChange={setDraft}
        onChecked={() => isTwoPerson !== undefined && setStep({ kind: 'checking', isTwoPerson })}
        onClose={onClose}
      />
    </Dialog>
  );
}

type CheckProps = DialogProps & {
  draft: EraseDraft;
  idempotencyKey: string;
  isTwoPerson: boolean;
  onBack(): void;
  onDone(next: Step): void;
};

/** Says what would be done, and does it; it stays open while that is under way. */
function Check({ draft, idempotencyKey, isTwoPerson, ...on }: CheckProps) {
  const { onChanged, onBack, onDone, onClose } = on;
  const t = useTexts();
  const act = useErase(draft, idempotencyKey);
  const run = async (): Promise<void> => {
    const next = await act.run(isTwoPerson);
    onChanged();
    if (!next) return;
    say(t(next.kind === 'erased' ? 'erasedTitle' : 'proposedTitle'));
    onDone(next);
  };
  return (
    <Dialog title={t('eraseTitle')} onClose={() => !act.isBusy && onClose()} isWide isQuestion>
      <p>
        {draft.kind.toUpperCase()} <strong className="mono">{draft.identity.trim()}</strong>
      </p>
      <WhatGoes />
      <p>{t(isTwoPerson ? 'eraseByTwo' : 'eraseFinal')}</p>
      <ActFailure failure={act.failure} />
      {hasNoSecond(act.failure) && <p>{t('eraseNoSecond', { kind: draft.kind })}</p>}
      <div className="dialog-acts">
        <Button isDisabled={act.isBusy} onPress={onBack}>
          {t('back')}
        </Button>
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
