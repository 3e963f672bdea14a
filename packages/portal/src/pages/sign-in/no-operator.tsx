import { useTexts } from '../../i18n/use-texts.ts';
import { Command } from '../../ui/command.tsx';
import { Door } from './door.tsx';

/** What stands here before the first operator: the command that invites them, since no account comes with the installation. */
export function NoOperator() {
  const t = useTexts();
  return (
    <Door title={t('setupPageTitle')} text={t('setupPageText')} isWide>
      <Command text="npx titular users invite --operator NAME" />
      <p>{t('setupPageThen')}</p>
    </Door>
  );
}
