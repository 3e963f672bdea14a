import { useTexts } from '../i18n/use-texts.ts';
import { CopyButton } from '../ui/secrets/copy-button.tsx';

type Props = {
  /** Nothing is shown where there is none to copy. */
  text: string | false | undefined;
  /** The act, for readers, where several such buttons stand on a page. */
  of?: string;
  /** Shows the icon alone, beside the act. */
  isSquare?: boolean;
};

/** Copies the command that does the same as an act. */
export function CopyCommand({ text, of, isSquare = false }: Props) {
  const t = useTexts();
  if (!text) return null;
  return (
    <CopyButton
      text={text}
      label={t('copyCommand')}
      isSquare={isSquare}
      {...(of === undefined ? {} : { of })}
    />
  );
}
