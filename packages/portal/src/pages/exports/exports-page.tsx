import './exports.css';
import { Link } from '@tanstack/react-router';
import type { ExportView } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant } from '../../shell/use-session.ts';
import { SearchIcon } from '../../ui/icons.ts';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { NotFound } from '../home/not-found.tsx';
import { ExportLine } from './export-line.tsx';
import { useExports } from './use-exports.ts';
import { WaitingExport } from './waiting-export.tsx';

/** One's own files of lists. */
export function ExportsPage() {
  const { may } = useTenant();
  return may('exports:make') ? <Exports /> : <NotFound />;
}

function Exports() {
  const t = useTexts();
  const { may, membership, tenantId } = useTenant();
  const read = useExports();
  return (
    <div className="page">
      <PageHead title={t('exportsTitle')} text={t('exportsIntro')} />
      {may('persons:export') && membership.companies === 'all' && <WaitingExport />}
      <section className="panel" aria-label={t('exportsTitle')}>
        <Loaded of={read} lines={4}>
          {({ exports: files }) =>
            files.length === 0 ? (
              <Empty
                icon={SearchIcon}
                title={t('exportsNone')}
                text={t('exportsNoneText')}
                acts={
                  <Link
                    to="/t/$tenant/transactions"
                    params={{ tenant: tenantId }}
                    className="link link-apart"
                  >
                    {t('transactionsTitle')}
                  </Link>
                }
              />
            ) : (
              <Files files={files} />
            )
          }
        </Loaded>
      </section>
    </div>
  );
}

function Files({ files }: { files: readonly ExportView[] }) {
  const t = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1).
    <section className="table-scroll" aria-label={t('exportsList')} tabIndex={0}>
      <table className="table table-stack">
        <thead>
          <tr>
            <th scope="col">{t('exportsList')}</th>
            <th scope="col">{t('exportsState')}</th>
            <th scope="col">{t('exportsRows')}</th>
            <th scope="col">{t('exportsUntil')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('exportsActs')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <ExportLine key={file.id} file={file} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
