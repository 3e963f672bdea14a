import { createTransactionCommand } from '../../../commands/case-commands.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Command } from '../../../ui/command.tsx';
import { checkDraft, type Draft, toRequest } from './draft.ts';

/** The call of the API that creates the same; the person stands in a file, and in no words of a command. */
export function CreateCommand({ apiUrl, draft }: { apiUrl: string; draft: Draft }) {
  const t = useTexts();
  if (Object.keys(checkDraft(draft)).length > 0) return null;
  return (
    <details className="case-command">
      <summary>{t('copyCommand')}</summary>
      <p className="hint">{t('createCommandText')}</p>
      <Command text={JSON.stringify(toRequest(draft), undefined, 2)} />
      <Command text={createTransactionCommand(apiUrl, draft.key)} />
    </details>
  );
}
