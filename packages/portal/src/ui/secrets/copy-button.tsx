import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { CheckIcon, CopyIcon } from '../icons.ts';
import { copyText } from './copy-text.ts';

/** Copies a text and says so; it never reads the clipboard. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => setCopied(await copyText(text, t));
  return (
    <Button icon={isCopied ? CheckIcon : CopyIcon} onPress={() => void copy()}>
      {label ?? t('copy')}
    </Button>
  );
}
