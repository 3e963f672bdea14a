import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';

/** Nothing at this address, or nothing that the person may see: both look alike. */
export function NotFound() {
  const t = useTexts();
  return (
    <div className="page">
      <PageHead title={t('notFoundTitle')} text={t('notFoundText')} />
      <p>
        <Link to="/" className="link">
          {t('toHome')}
        </Link>
      </p>
    </div>
  );
}
