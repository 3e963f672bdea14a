import { useNavigate } from '@tanstack/react-router';
import type { FindResponse } from '@titular/contract';
import { useTexts } from '../i18n/use-texts.ts';
import { useTenant } from '../shell/use-session.ts';
import { Button } from '../ui/button.tsx';
import { ask, type Query } from './query-store.ts';
import { readText } from './readings.ts';

/** What else the text could be, each a press away, and all companies where the search was narrowed to one. */
export function OtherReadings({ query, found }: { query: Query; found: FindResponse }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { may, company } = useTenant();
  const isTried = (kind: FindResponse['took']): boolean =>
    kind === found.took || (query.as === undefined && !found.others.includes(kind));
  const kinds = (readText(query.text, may)?.kinds ?? []).filter((kind) => !isTried(kind));
  if (kinds.length === 0 && company === undefined) return null;
  const toAll = (): void =>
    void navigate({ to: '.', search: (all) => ({ ...all, company: undefined }), replace: true });
  return (
    <div className="acts">
      {kinds.map((as) => (
        <Button key={as} onPress={() => ask({ ...query, as })}>
          {t('lookAs', { kind: t(`search_${as}`) })}
        </Button>
      ))}
      {company !== undefined && <Button onPress={toAll}>{t('lookAllCompanies')}</Button>}
    </div>
  );
}
