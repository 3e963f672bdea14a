import type { FindResponse } from '@titular/contract';
import { useTexts } from '../i18n/use-texts.ts';
import { useTenant } from '../shell/use-session.ts';
import { SearchIcon } from '../ui/icons.ts';
import { Empty } from '../ui/states/empty.tsx';
import { OtherReadings } from './other-readings.tsx';
import type { Query } from './query-store.ts';
import { readText } from './readings.ts';

/** Nothing was found: says what was looked for, and what else it could be. */
export function NothingFound({ query, found }: { query: Query; found: FindResponse }) {
  const t = useTexts();
  const { may } = useTenant();
  const readings = readText(query.text, may)?.kinds ?? [];
  const kinds = query.as ? [query.as] : readings.filter((kind) => !found.others.includes(kind));
  const kind = kinds.map((one) => t(`search_${one}`)).join(', ');
  return (
    <Empty
      icon={SearchIcon}
      title={t('nothingFound')}
      text={
        <>
          <span className="found-text">{query.text}</span>
          <br />
          {t(query.isOrderLink ? 'nothingFoundOrder' : 'nothingFoundText', { kind })}
        </>
      }
      acts={<OtherReadings query={query} found={found} />}
    />
  );
}
