import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { SearchIcon } from '../ui/icons.ts';
import { Empty } from '../ui/states/empty.tsx';

type Props = {
  /** Filters of the list are on; the company of the page is none of them. */
  isNarrow: boolean;
  /** The company that the list is narrowed to. */
  company?: string | undefined;
  title: string;
  text: string;
};

/** A list without rows: either there are none at all, as told, or its filters let none through, and can be cleared. */
export function EmptyList({ isNarrow, company, title, text }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  // A name that is left out, as the company would be, goes along; undefined takes it out.
  const toAll = (): void => void navigate({ to: '.', search: (all) => ({ ...all, company: undefined }) });
  if (!isNarrow && company === undefined) return <Empty icon={SearchIcon} title={title} text={text} />;
  return (
    <Empty
      icon={SearchIcon}
      title={t('nothingMatches')}
      acts={
        <>
          {company !== undefined && <Button onPress={toAll}>{t('allCompaniesToo')}</Button>}
          {isNarrow && (
            <Button onPress={() => void navigate({ to: '.', search: {} })}>{t('clearFilters')}</Button>
          )}
        </>
      }
    />
  );
}
