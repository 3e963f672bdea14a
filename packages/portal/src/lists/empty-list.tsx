import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { SearchIcon } from '../ui/icons.ts';
import { Empty } from '../ui/states/empty.tsx';

/** A list without rows: either there are none at all, as told, or its filters let none through, and can be cleared. */
export function EmptyList({ isNarrow, title, text }: { isNarrow: boolean; title: string; text: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  if (!isNarrow) return <Empty icon={SearchIcon} title={title} text={text} />;
  return (
    <Empty
      icon={SearchIcon}
      title={t('nothingMatches')}
      acts={<Button onPress={() => void navigate({ to: '.', search: {} })}>{t('clearFilters')}</Button>}
    />
  );
}
