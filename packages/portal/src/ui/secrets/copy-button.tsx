import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { CheckIcon, CopyIcon } from '../icons.ts';
import { copyText } from './copy-text.ts';

type Props = {
  text: string;
  label?: string;
  /** What is copied, for readers, where several such buttons stand on a page. */
  of?: string;
  /** Shows the icon alone, beside what it is about. */
  isSquare?: boolean;
};

/** Copies a text and says so; it never reads the clipboard. */
export function CopyButton({ text, label, of, isSquare }: Props) {
  const t = useTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => setCopied(await copyText(text, t));
  const words = label ?? t('copy');
  const name = of ? `${words}: ${of}` : words;
  return (
    <Button
      {...(of || isSquare ? { 'aria-label': name } : {})}
      {...(isSquare ? { isSquare, title: name } : {})}
      icon={isCopied ? CheckIcon : CopyIcon}
      onPress={() => void copy()}
    >
      {isSquare ? undefined : words}
    </Button>
  );
}
