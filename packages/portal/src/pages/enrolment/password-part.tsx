import type { TotpEnrolment } from '@titular/contract';
import { MAX_PASSWORD_LENGTH } from '@titular/contract/text-bounds';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { isRefusal } from '../../service/failures.ts';
import { isTooShortPassword, isTotpCode } from '../../session/code-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { AppIcon } from '../../ui/icons.ts';
import { CopyButton } from '../../ui/secrets/copy-button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import type { Enrolment } from './enrolment.ts';
import { useAttempt } from './use-attempt.ts';

const QrCode = lazy(() =>
  import('../../ui/secrets/qr-code.tsx').then((module) => ({ default: module.QrCode })),
);

/** Sets a password with the authenticator app that goes with it; neither counts without the other. */
export function PasswordPart({ enrolment, isReady }: { enrolment: Enrolment; isReady(): boolean }) {
  const t = useTexts();
  const attempt = useAttempt();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [totp, setTotp] = useState<TotpEnrolment>();
  const [isChecked, setChecked] = useState(false);
  const isGuessable = isRefusal(attempt.failure, '40073');
  const isWrongCode = isRefusal(attempt.failure, '40075');
  const isTooShort = isTooShortPassword(password);

  const submit = (): void => {
    setChecked(true);
    if (!isReady() || isTooShort) return;
    if (!totp)
      return void attempt.run(async () => {
        setTotp(await enrolment.startTotp());
        setChecked(false);
      });
    if (isTotpCode(code)) void attempt.run(() => enrolment.finish({ password, code: code.trim() }));
  };
  const passwordError = isChecked && isTooShort ? t('passwordForm') : isGuessable ? t('40073') : undefined;
  const codeError = isChecked && !isTotpCode(code) ? t('codeForm') : isWrongCode ? t('40075') : undefined;
  return (
    <Form onSubmit={submit}>
      <Field
        label={t('newPasswordLabel')}
        hint={t('newPasswordHint')}
        type="password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={password}
        onChange={setPassword}
        error={passwordError}
      />
      {totp && <TotpKey totp={totp} />}
      {totp && (
        <Field
          label={t('codeLabel')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          isCode
          value={code}
          onChange={setCode}
          error={codeError}
        />
      )}
      <ActFailure failure={isGuessable || isWrongCode ? undefined : attempt.failure} />
      <Button type="submit" kind="primary" isWide isBusy={attempt.isBusy} {...(!totp && { icon: AppIcon })}>
        {t(totp ? 'setPassword' : 'totpStart')}
      </Button>
    </Form>
  );
}

/** The app's key, shown once: as a picture to scan, and as text to type. */
function TotpKey({ totp }: { totp: TotpEnrolment }) {
  const t = useTexts();
  return (
    <div className="totp">
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={totp.uri} label={t('totpQr')} />
      </Suspense>
      <div className="totp-text">
        <p>{t('totpScan')}</p>
        <p className="hint">{t('totpKey')}</p>
        <p className="mono secret">{totp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <CopyButton text={totp.secret} />
        <p>{t('totpThen')}</p>
      </div>
    </div>
  );
}
