import { MAX_PASSWORD_LENGTH, MAX_USER_NAME_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { beginSession } from '../../session/begin-session.ts';
import { isTotpCode, isUserName } from '../../session/code-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';

/** Name, password and code, sent together, so that none is confirmed alone. The browser offers passkeys in the field of the name. */
export function PasswordForm() {
  const t = useTexts();
  const act = useAct('signInWithPassword');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const submit = async (): Promise<void> => {
    if (!isOpen) return setOpen(true);
    setChecked(true);
    if (!isUserName(name) || password === '' || !isTotpCode(code)) return;
    const session = await act.run({ body: { name: name.trim(), password, code: code.trim() } });
    if (session) beginSession(session);
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label={t('nameLabel')}
        name="username"
        autoComplete="username webauthn"
        maxLength={MAX_USER_NAME_LENGTH}
        value={name}
        onChange={setName}
        error={isChecked && !isUserName(name) ? t('nameForm') : undefined}
      />
      {isOpen && (
        <>
          <Field
            label={t('passwordLabel')}
            type="password"
            name="password"
            autoComplete="current-password"
            maxLength={MAX_PASSWORD_LENGTH}
            value={password}
            onChange={setPassword}
            autoFocus
            error={isChecked && password === '' ? t('required') : undefined}
          />
          <Field
            label={t('codeLabel')}
            hint={t('codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            isCode
            value={code}
            onChange={setCode}
            error={isChecked && !isTotpCode(code) ? t('codeForm') : undefined}
          />
        </>
      )}
      <ActFailure failure={act.failure} />
      <Button type="submit" isWide isBusy={act.isBusy}>
        {t(isOpen ? 'signInButton' : 'signInWithPassword')}
      </Button>
    </Form>
  );
}
