import type { Scope } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../../../i18n/use-texts.ts';
import { useDialogForm } from '../../../../session/kept-form.ts';
import { useTenant } from '../../../../shell/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form.tsx';
import { CopyButton } from '../../../../ui/secrets/copy-button.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useMaking } from '../../use-making.ts';
import { accountForms } from '../account-dialog.ts';
import { accountCommands } from '../model/account-commands.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { MakingFailure } from './making-failure.tsx';
import { ScopeChoice } from './scope-choice.tsx';

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const FIRST_SCOPES: readonly Scope[] = ['transactions:write', 'transactions:read'];

/** What a new account gets at once. */
const CREDENTIALS = {
  secret: { withSecret: true, withKey: false, words: 'withSecret' },
  key: { withSecret: false, withKey: true, words: 'withKey' },
  both: { withSecret: true, withKey: true, words: 'withBoth' },
  none: { withSecret: false, withKey: false, words: 'withNone' },
} as const;
type Credentials = keyof typeof CREDENTIALS;

/** What was chosen and typed. */
type NewAccount = { account: string; scopes: readonly Scope[]; credentials: Credentials };
const FIRST: NewAccount = { account: '', scopes: FIRST_SCOPES, credentials: 'secret' };

/** Creates an account with the scopes that are chosen, then shows its credentials this once. */
export function CreateDialog({ onChanged, onClose }: { onChanged(): void; onClose(): void }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useMaking('createPortalAccount', { onChanged, onClose });
  const [form, setForm, endForm] = useDialogForm(accountForms.create(tenantId), FIRST);
  const { account, scopes, credentials } = form;
  const [isChecked, setChecked] = useState(false);
  const { withKey, withSecret } = CREDENTIALS[credentials];
  const isNamed = NAME.test(account);
  const create = async (): Promise<void> => {
    setChecked(true);
    if (!isNamed || scopes.length === 0) return;
    const body = { account, scopes: [...scopes], withKey, withSecret };
    if (await act.make({ params: { tenant_id: tenantId }, body })) endForm();
  };
  if (act.made) return <CredentialsDialog made={act.made} onClose={onClose} />;
  return (
    <Dialog title={t('addAccount')} onClose={act.close} isWide>
      <Form onSubmit={create}>
        <Field
          label={t('accountName')}
          value={account}
          onChange={(typed) => setForm({ ...form, account: typed })}
          hint={t('accountNameHint')}
          error={isChecked && !isNamed ? t('accountNameWrong') : undefined}
          maxLength={63}
          autoComplete="off"
          isRequired
          autoFocus
        />
        <ScopeChoice
          chosen={scopes}
          isInvalid={isChecked && scopes.length === 0}
          onChange={(chosen) => setForm({ ...form, scopes: chosen })}
        />
        <Select<Credentials>
          label={t('firstCredentials')}
          value={credentials}
          options={(Object.keys(CREDENTIALS) as Credentials[]).map((value) => ({
            value,
            text: t(CREDENTIALS[value].words),
          }))}
          onChange={(chosen) => setForm({ ...form, credentials: chosen })}
        />
        <MakingFailure failure={act.failure} />
        <div className="dialog-acts">
          {isNamed && scopes.length > 0 && (
            <CopyButton
              text={accountCommands(tenantId, account).create({ scopes, withKey, withSecret })}
              label={t('copyCommand')}
            />
          )}
          <Button onPress={act.close}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy}>
            {t('addAccount')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
