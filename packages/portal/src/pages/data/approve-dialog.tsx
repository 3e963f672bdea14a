import type { ErasureProposal, ErasureResponse } from '@titular/contract';
import { useState } from 'react';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { useDialogForm } from '../../session/kept-form.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { isSoundIdentity, plainIdentity } from '../transactions/new/identity.ts';
import { type DialogProps, dataForms } from './data-dialog.ts';
import { FoldedCommand } from './folded-command.tsx';
import { eraseCommand, withdrawErasureCommand } from './model/erase-command.ts';
import { ReceiptView } from './receipt-view.tsx';
import { WhatGoes } from './what-goes.tsx';

type Props = DialogProps & { proposal: ErasureProposal };

/** Whom a proposal is about, as far as it is shown. */
const personOf = ({ identity }: ErasureProposal): string =>
  `${identity.key.toUpperCase()} ${identity.masked}`;

/** Has the second person name whom a proposal is about and approve it, then shows the receipt. */
export function ApproveDialog({ proposal, onChanged, onClose }: Props) {
  const t = useTexts();
  const [made, setMade] = useState<ErasureResponse>();
  const [isBusy, setBusy] = useState(false);
  const finish = (erasure: ErasureResponse): void => {
    say(t('erasedTitle'));
    setMade(erasure);
  };
  if (made)
    return (
      <Dialog key="receipt" title={t('erasedTitle')} onClose={onClose} isWide>
        <ReceiptView erasure={made} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog key="question" title={t('approveTitle')} onClose={onClose} isHeld={isBusy} isWide isQuestion>
      <ApproveForm
        proposal={proposal}
        onChanged={onChanged}
        onBusy={setBusy}
        onErased={finish}
        onClose={onClose}
      />
    </Dialog>
  );
}

type FormProps = Props & { onBusy(isBusy: boolean): void; onErased(erasure: ErasureResponse): void };

function ApproveForm({ proposal, onChanged, onBusy, onErased, onClose }: FormProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('approveErasure');
  const [typed, setTyped, endForm] = useDialogForm(dataForms.approve(proposal.id), '');
  const [isChecked, setChecked] = useState(false);
  const { identity, reference, proposedBy } = proposal;
  const isWrong = !isSoundIdentity(identity.key, typed);
  const approve = async (): Promise<void> => {
    setChecked(true);
    if (isWrong) return;
    onBusy(true);
    const erased = await act.run({
      params: { tenant_id: tenantId, proposal_id: proposal.id },
      body: { identity: { key: identity.key, value: plainIdentity(identity.key, typed) } },
    });
    onBusy(false);
    onChanged();
    if (!erased) return;
    endForm();
    onErased(erased);
  };
  return (
    <Form onSubmit={() => void approve()}>
      <p>{t('approveText', { person: personOf(proposal), name: proposedBy.name ?? t('proposedByGone') })}</p>
      {reference !== undefined && (
        <p>
          {t('dataReference')}: <span className="mono data-word">{reference}</span>
        </p>
      )}
      <Field
        label={t('identityNumber')}
        hint={t('approveIdentityHint')}
        value={typed}
        onChange={setTyped}
        error={isChecked && isWrong ? t('identityWrong') : undefined}
        maxLength={64}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <WhatGoes />
      {/* It ends what was proposed about the same person. */}
      <FoldedCommand text={eraseCommand(tenantId, identity.key, reference ?? '')} />
      <ActFailure failure={act.failure} />
      <div className="dialog-acts">
        <Button isDisabled={act.isBusy} onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" kind="danger" isBusy={act.isBusy}>
          {t('approveAct')}
        </Button>
      </div>
    </Form>
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
      title={t('withdrawProposalTitle')}
      text={t('withdrawErasureText', { person: personOf(proposal) })}
      act={t('withdrawProposal')}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void withdraw()}
      onClose={onClose}
    >
      <div className="acts">
        <CopyCommand text={withdrawErasureCommand(tenantId, proposal.id)} />
      </div>
    </Confirm>
  );
}
