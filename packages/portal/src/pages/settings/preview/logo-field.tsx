import { findLogoType } from '@titular/contract/page-preview';
import { useId, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Command } from '../../../ui/command.tsx';
import { FileButton } from '../../../ui/files/file-button.tsx';

type Props = {
  owner: { tenantId: string; companyId: string };
  /** Whether a logo is tried that is not saved. */
  isTried: boolean;
  onTry(logo: ArrayBuffer | undefined): void;
};

/** Tries a logo from a file, which this browser reads alone; a command saves it. */
export function LogoField({ owner, isTried, onTry }: Props) {
  const t = useTexts();
  const id = useId();
  const [isRefused, setRefused] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    const bytes = await file?.arrayBuffer();
    if (!bytes) return;
    const isLogo = findLogoType(bytes) !== undefined;
    setRefused(!isLogo);
    if (isLogo) onTry(bytes);
  };
  return (
    <div className="field preview-logo">
      <FileButton
        label={t('previewLogo')}
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={isRefused ? `${id}-error ${id}-hint` : `${id}-hint`}
        aria-invalid={isRefused || undefined}
        onFile={(file) => void take(file)}
      />
      {isRefused && (
        <span id={`${id}-error`} className="field-error" role="alert">
          {t('previewLogoRefused')}
        </span>
      )}
      <span id={`${id}-hint`} className="hint">
        {t('previewLogoHint')}
      </span>
      {isTried && (
        <>
          <Command
            text={`npx titular companies set-logo ${owner.companyId} logo.png --tenant ${owner.tenantId}`}
          />
          <div className="acts">
            <Button onPress={() => onTry(undefined)}>{t('previewLogoSaved')}</Button>
          </div>
        </>
      )}
    </div>
  );
}
