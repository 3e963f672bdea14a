import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { PrintIcon } from '../icons.ts';
import { CopyButton } from './copy-button.tsx';

/** Recovery codes, shown this once, to copy or print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTexts();
  return (
    <div className="recovery-codes printed">
      <h3 className="print-only">titular · {t('recoveryCodesTitle')}</h3>
      <p>{t('recoveryCodesText')}</p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className="acts">
        <CopyButton text={codes.join('\n')} label={t('copyCodes')} />
        <Button icon={PrintIcon} onPress={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </div>
  );
}
