import type { ErasureProposal, ErasureResponse } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import type { DialogProps } from './data-dialog.ts';
import { ReceiptView } from './receipt-view.tsx';
import { WhatGoes } from './what-goes.tsx';

type Props = DialogProps & { proposal: ErasureProposal };

/** Whom a proposal is about, as far as it is shown. */
const personOf = ({ identity }: ErasureProposal): string =>
  `${identity.key.toUpperCase()} ${identity.masked}`;

/** Has the second person look at a proposal and approve it, then shows the receipt. */
export function ApproveDialog({ proposal, onChanged, onClose }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('approveErasure');
  const [made, setMade] = useState<ErasureResponse>();
  const approve = async (): Promise<void> => {
    const erased = await act.run({ params: { tenant_id: tenantId, proposal_id: proposal.id } });
    onChanged();
    if (erased) setMade(erased);
  };
  if (made)
    return (
      <Dialog title={t('erasedTitle')} onClose={onClose} isWide>
        <ReceiptView erasure={made} onClose={onClose} />
      </Dialog>
    );
  const { reference, proposedBy } = proposal;
  return (
    <Dialog title={t('approveTitle')} onClose={onClose} isWide isQuestion>
      <p>{t('approveText', { person: personOf(proposal), name: proposedBy.name ?? t('proposedByGone') })}</p>
      {reference !== undefined && (
        <p>
          {t('dataReference')}: <span className="mono data-word">{reference}</span>
        </p>
      )}
      <WhatGoes />
      <ActFailure failure={act.failure} />
      <div className="dialog-acts">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button kind="danger" isBusy={act.isBusy} onPress={() => void approve()}>
          {t('approveAct')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks before a proposal is withdrawn. */
export function WithdrawDialog({ proposal, onChanged, onClose }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('withdrawErasure');
  const withdraw = async (): Promise<void> => {
    const done = await act.run({ params: { tenant_id: tenantId, proposal_id: proposal.id } });
    onChanged();
    if (!done) return;
    say(t('proposalWithdrawn'));
    onClose();
  };
  return (
    <Confirm
      title={t('withdrawTitle')}
      text={t('withdrawErasureText', { person: personOf(proposal) })}
      act={t('withdrawProposal')}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void withdraw()}
      onClose={onClose}
    />
  );
}
