import type { AssertionAlgorithm } from '@titular/contract';
import { MAX_PUBLIC_KEY_LENGTH } from '@titular/contract/text-bounds';
import { useId, useState } from 'react';
import { useTexts } from '../../../../i18n/use-texts.ts';
import { useDialogForm } from '../../../../session/kept-form.ts';
import { useTenant } from '../../../../shell/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FieldNotes } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { CopyButton } from '../../../../ui/secrets/copy-button.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useMaking } from '../../use-making.ts';
import { type AccountDialogProps, accountForms } from '../account-dialog.ts';
import { accountCommands } from '../model/account-commands.ts';
import { findKeyFault } from '../model/pasted-key.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { MakingFailure } from './making-failure.tsx';

const ALGORITHMS: readonly AssertionAlgorithm[] = ['ES256', 'EdDSA', 'PS256', 'RS256'];
type Source = 'own' | 'new';

/** What was chosen and pasted. */
type NewKey = { source: Source; algorithm: AssertionAlgorithm; text: string };
const FIRST: NewKey = { source: 'own', algorithm: 'ES256', text: '' };

/** A text that is no whole public key may be part of a private one, which is kept nowhere. */
const keepPublic = (form: NewKey): NewKey => (findKeyFault(form.text.trim()) ? { ...form, text: '' } : form);

/** Registers a public key that is pasted, or makes a pair and shows its private key this once. */
export function AddKeyDialog({ account: { account }, onChanged, onClose }: AccountDialogProps) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useMaking('addAccountKey', { onChanged, onClose });
  const [form, setForm, endForm] = useDialogForm(accountForms.key(tenantId, account), FIRST, {
    keep: keepPublic,
  });
  const { source, algorithm, text } = form;
  const [isChecked, setChecked] = useState(false);
  const publicKey = text.trim();
  const fault = source === 'own' ? findKeyFault(publicKey) : undefined;
  const add = async (): Promise<void> => {
    setChecked(true);
    if (fault) return;
    const body = { algorithm, ...(source === 'own' && { publicKey }) };
    if (await act.make({ params: { tenant_id: tenantId, account }, body })) endForm();
  };
  if (act.made) return <CredentialsDialog made={act.made} onClose={onClose} />;
  return (
    <Dialog title={t('addKey')} onClose={act.close} isWide>
      <Form onSubmit={add}>
        <Select<Source>
          label={t('keySource')}
          value={source}
          options={[
            { value: 'own', text: t('keyOwn') },
            { value: 'new', text: t('keyNew') },
          ]}
          hint={t(source === 'own' ? 'keyOwnText' : 'keyNewText')}
          onChange={(chosen) => setForm({ ...form, source: chosen })}
        />
        <Select<AssertionAlgorithm>
          label={t('keyAlgorithm')}
          value={algorithm}
          options={ALGORITHMS.map((value) => ({ value, text: value }))}
          onChange={(chosen) => setForm({ ...form, algorithm: chosen })}
        />
        {source === 'own' && (
          <KeyField
            value={text}
            error={isChecked || fault === 'keyPrivate' ? fault && t(fault) : undefined}
            onChange={(pasted) => setForm({ ...form, text: pasted })}
          />
        )}
        <MakingFailure failure={act.failure} />
        <div className="dialog-acts">
          <CopyButton
            text={accountCommands(tenantId, account).addKey(algorithm, source === 'own')}
            label={t('copyCommand')}
          />
          <Button onPress={act.close}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy}>
            {t('addKey')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type KeyFieldProps = { value: string; error: string | undefined; onChange(value: string): void };

function KeyField({ value, error, onChange }: KeyFieldProps) {
  const t = useTexts();
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('publicKey')}
      </label>
      <textarea
        id={id}
        className="input account-key"
        rows={6}
        maxLength={MAX_PUBLIC_KEY_LENGTH}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
      />
      <FieldNotes id={id} hint={t('publicKeyHint')} error={error} />
    </div>
  );
}
