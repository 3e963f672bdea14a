import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { CheckIcon, CopyIcon } from '../icons.ts';
import { say } from '../states/toast-store.ts';

/** Copies a text and says so; it never reads the clipboard. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(done);
    say(t(done ? 'copied' : 'copyFailed'), done ? 'good' : 'danger');
  };
  return (
    <Button icon={isCopied ? CheckIcon : CopyIcon} onPress={() => void copy()}>
      {label ?? t('copy')}
    </Button>
  );
}
