import { useTexts } from '../../i18n/use-texts.ts';

/** Leads to what the documentation says of an error code, in a tab of its own: what happened, and what to do. */
export function CodeHelp({ code }: { code: string }) {
  const t = useTexts();
  return (
    <a className="link" href={`/docs/errors.html#${code}`} target="_blank" rel="noopener">
      {t('codeHelp', { code })}
    </a>
  );
}
