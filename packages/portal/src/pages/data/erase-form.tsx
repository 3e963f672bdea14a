import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { IDENTITY_KINDS, isSoundIdentity } from '../transactions/new/identity.ts';
import { FoldedCommand } from './folded-command.tsx';
import { eraseCommand, isReference } from './model/erase-command.ts';

/** What was typed. */
export type EraseDraft = { kind: string; identity: string; reference: string };

/** An empty form. */
export const emptyErase: EraseDraft = { kind: IDENTITY_KINDS[0] ?? '', identity: '', reference: '' };

type Props = {
  draft: EraseDraft;
  /** Undefined until it is known, and nothing can be sent. */
  isTwoPerson: boolean | undefined;
  onChange(draft: EraseDraft): void;
  /** What was typed can be sent. */
  onChecked(): void;
  onClose(): void;
};

/** Whom to erase, and the merchant's own name for the request. */
export function EraseForm({ draft, isTwoPerson, onChange, onChecked, onClose }: Props) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const [isChecked, setChecked] = useState(false);
  const reference = draft.reference.trim();
  const isIdentityWrong = !isSoundIdentity(draft.kind, draft.identity);
  const isReferenceWrong = reference !== '' && !isReference(reference);
  const go = (): void => {
    setChecked(true);
    if (!isIdentityWrong && !isReferenceWrong) onChecked();
  };
  return (
    <Form onSubmit={go}>
      <Select
        label={t('identityKind')}
        value={draft.kind}
        options={IDENTITY_KINDS.map((kind) => ({ value: kind, text: kind.toUpperCase() }))}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      <Field
        label={t('identityNumber')}
        value={draft.identity}
        onChange={(identity) => onChange({ ...draft, identity })}
        error={isChecked && isIdentityWrong ? t('identityWrong') : undefined}
        maxLength={64}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <Field
        label={t('dataReferenceOwn')}
        hint={t('dataReferenceHint')}
        value={draft.reference}
        onChange={(typed) => onChange({ ...draft, reference: typed })}
        error={isChecked && isReferenceWrong ? t('dataReferenceWrong') : undefined}
        maxLength={100}
        autoComplete="off"
      />
      {isTwoPerson === false && <FoldedCommand text={eraseCommand(tenantId, draft.kind, reference)} />}
      <div className="dialog-acts">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button type="submit" kind="primary" isDisabled={isTwoPerson === undefined}>
          {t('eraseNext')}
        </Button>
      </div>
    </Form>
  );
}
