import { useTexts } from '../../i18n/use-texts.ts';
import { Command } from '../../ui/command.tsx';

/** A command that erases, folded, with where it reads the identity. */
export function FoldedCommand({ text }: { text: string }) {
  const t = useTexts();
  return (
    <details className="data-command">
      <summary>{t('eraseCommand')}</summary>
      <p className="hint">{t('eraseCommandText')}</p>
      <Command text={text} />
    </details>
  );
}
