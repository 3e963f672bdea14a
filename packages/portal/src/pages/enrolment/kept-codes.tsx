import { useState } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.ts';
import { RecoveryCodes } from '../../ui/secrets/recovery-codes.tsx';

/** Recovery codes, and the way on once the person says that they are kept. */
export function KeptCodes({ codes, act, onDone }: { codes: readonly string[]; act: string; onDone(): void }) {
  const t = useTexts();
  const [isKept, setKept] = useState(false);
  return (
    <div className="form">
      <RecoveryCodes codes={codes} />
      <Checkbox className="checkbox" isSelected={isKept} onChange={setKept}>
        <span className="checkbox-box">
          <CheckIcon className="icon" aria-hidden />
        </span>
        {t('codesKept')}
      </Checkbox>
      <Button kind="primary" isWide isDisabled={!isKept} onPress={onDone}>
        {act}
      </Button>
    </div>
  );
}
