import { useState } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useTexts } from '../../i18n/use-texts.ts';
import { knowsPasskeys } from '../../session/passkeys.ts';
import type { Enrolment } from './enrolment.ts';
import { PasskeyPart } from './passkey-part.tsx';
import { PasswordPart } from './password-part.tsx';

type WayToSignIn = 'passkey' | 'password';
type Props = {
  enrolment: Enrolment;
  /** Checks what stands above the form, and shows what is wrong with it. */
  isReady?: () => boolean;
};

/** Asks for a new way to sign in: passkey first, else password and app. */
export function EnrolForm({ enrolment, isReady = () => true }: Props) {
  const t = useTexts();
  const [way, setWay] = useState<WayToSignIn>(knowsPasskeys() ? 'passkey' : 'password');
  return (
    <>
      <RadioGroup
        className="choices"
        value={way}
        onChange={(value) => setWay(value === 'password' ? value : 'passkey')}
      >
        <Label className="label">{t('howToSignIn')}</Label>
        <div className="choice-row">
          <Radio value="passkey" className="choice" isDisabled={!knowsPasskeys()}>
            <strong>{t('wayPasskey')}</strong>
            <span className="hint">{t(knowsPasskeys() ? 'wayPasskeyHint' : 'noPasskeysHere')}</span>
          </Radio>
          <Radio value="password" className="choice">
            <strong>{t('wayPassword')}</strong>
            <span className="hint">{t('wayPasswordHint')}</span>
          </Radio>
        </div>
      </RadioGroup>
      {way === 'passkey' ? (
        <PasskeyPart enrolment={enrolment} isReady={isReady} />
      ) : (
        <PasswordPart enrolment={enrolment} isReady={isReady} />
      )}
    </>
  );
}
