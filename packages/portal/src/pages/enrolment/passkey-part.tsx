import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { createPasskey } from '../../session/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasskeyIcon } from '../../ui/icons.ts';
import { ActFailure } from '../../ui/states/failure.tsx';
import { deviceName, type Enrolment } from './enrolment.ts';
import { useAttempt } from './use-attempt.ts';

/** Makes a passkey with a name of its own. */
export function PasskeyPart({ enrolment, isReady }: { enrolment: Enrolment; isReady(): boolean }) {
  const t = useTexts();
  const attempt = useAttempt();
  const [label, setLabel] = useState(() => deviceName(navigator.userAgent));
  const [isChecked, setChecked] = useState(false);
  const submit = (): void => {
    setChecked(true);
    if (!isReady() || label.trim() === '') return;
    void attempt.run(async () => {
      const passkey = await createPasskey(await enrolment.startPasskey());
      await enrolment.finish({ passkey, label: label.trim() });
    });
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label={t('passkeyNameLabel')}
        hint={t('passkeyNameHint')}
        autoComplete="off"
        maxLength={64}
        value={label}
        onChange={setLabel}
        error={isChecked && label.trim() === '' ? t('required') : undefined}
      />
      {attempt.isDismissed && <p role="status">{t('passkeyDismissed')}</p>}
      <ActFailure failure={attempt.failure} />
      <Button type="submit" kind="primary" icon={PasskeyIcon} isWide isBusy={attempt.isBusy}>
        {t('createPasskey')}
      </Button>
    </Form>
  );
}
