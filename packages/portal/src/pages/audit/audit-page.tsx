import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { keyOf, useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { ExportAct } from '../exports/export-act.tsx';
import { NotFound } from '../home/not-found.tsx';
import { AuditView } from './audit-view.tsx';
import { ExportButton } from './export-button.tsx';
import { parseAuditSearch, toAuditBody, toExportBody } from './model/audit-search.ts';
import { askPatiently } from './verify/ask-patiently.ts';
import { KeptAnchor } from './verify/kept-anchor.tsx';
import { VerdictView } from './verify/verdict-view.tsx';
import { type ServerVerdict, verifyByServer } from './verify/verify-by-server.ts';
import { VerifyPanel } from './verify/verify-panel.tsx';

/** The audit log of a tenant. */
export function AuditPage() {
  const { may } = useTenant();
  return may('audit:read') ? <Audit /> : <NotFound />;
}

function Audit() {
  const t = useTexts();
  const { tenantId, may, membership } = useTenant();
  const params = { tenant_id: tenantId };
  const address = useSearch({ strict: false });
  const { of: _, ...search } = parseAuditSearch(address);
  const body = toAuditBody(search);
  const rows = useRead('searchAudit', { params, body });
  const offered = useRead('listAuditFilters', { params });
  return (
    <AuditView
      title={t('auditTitle')}
      intro={t('auditIntro')}
      acts={
        <>
          {may('exports:make') && (
            <ExportAct
              start={() => call('startAuditExport', { params, body: toExportBody(body) })}
              list={{ kind: 'audit', body: toExportBody(body) }}
            />
          )}
          {membership.stay === undefined && (
            <ExportButton
              body={body}
              tenantId={tenantId}
              read={(asked, signal) => call('searchAudit', { params, body: asked, signal })}
            />
          )}
        </>
      }
      search={search}
      offered={offered.data}
      actors={{
        key: keyOf('searchAuditActors', { params, body: {} }),
        read: (asked, signal) => call('searchAuditActors', { params, body: asked, signal }),
      }}
      rows={rows}
      isWhole={false}
    >
      <VerifyPanel<ServerVerdict>
        words="auditVerifyServer"
        verify={(anchor, { signal }) =>
          verifyByServer(
            (asked) =>
              askPatiently(['verifyAudit', asked], () =>
                call('verifyAudit', { params, body: asked, signal }),
              ),
            anchor,
            signal,
          )
        }
      >
        {(verdict) => <TenantVerdict verdict={verdict} />}
      </VerifyPanel>
    </AuditView>
  );
}

function TenantVerdict({ verdict: { broken, isAnchorFound, lastHash } }: { verdict: ServerVerdict }) {
  const t = useTexts();
  return (
    <>
      <VerdictView broken={broken} facts={[['auditBreakEntry', broken?.entry]]}>
        {isAnchorFound && <p>{t('auditAnchorFound')}</p>}
        {broken && broken.entry === undefined && broken.kind !== 'cut off' && (
          <p>{t('auditBreakElsewhere')}</p>
        )}
        <p className="hint">{t('auditByServer')}</p>
      </VerdictView>
      {lastHash && <KeptAnchor text={lastHash} />}
    </>
  );
}
