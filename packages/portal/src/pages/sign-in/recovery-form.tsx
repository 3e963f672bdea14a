import { MAX_CODE_LENGTH, MAX_USER_NAME_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { beginSession } from '../../session/begin-session.ts';
import { isUserName } from '../../session/code-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { Door } from './door.tsx';

/** Signs in with one of the recovery codes; a new authenticator is asked for next. */
export function RecoveryForm({ onBack }: { onBack(): void }) {
  const t = useTexts();
  const act = useAct('signInWithRecoveryCode');
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (!isUserName(name) || code.trim() === '') return;
    const session = await act.run({ body: { name: name.trim(), code: code.trim() } });
    if (session) beginSession(session);
  };
  return (
    <Door title={t('recoveryTitle')} text={t('recoveryIntro')}>
      <Form onSubmit={submit}>
        <Field
          label={t('nameLabel')}
          name="username"
          autoComplete="username"
          maxLength={MAX_USER_NAME_LENGTH}
          value={name}
          onChange={setName}
          autoFocus
          error={isChecked && !isUserName(name) ? t('nameForm') : undefined}
        />
        <Field
          label={t('recoveryCodeLabel')}
          autoComplete="off"
          maxLength={MAX_CODE_LENGTH}
          isCode
          value={code}
          onChange={setCode}
          error={isChecked && code.trim() === '' ? t('required') : undefined}
        />
        <ActFailure failure={act.failure} />
        <Button type="submit" kind="primary" isWide isBusy={act.isBusy}>
          {t('signInButton')}
        </Button>
        <Button kind="quiet" onPress={onBack}>
          {t('back')}
        </Button>
      </Form>
    </Door>
  );
}
