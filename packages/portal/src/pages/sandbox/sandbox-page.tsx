import '../../lists/lists.css';
import './sandbox.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PortalTenant, SandboxScenario } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { parseSandboxSearch } from '../../routes/developer-search.ts';
import { useRead } from '../../service/queries.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { namedCompany, useSession, useTenant } from '../../shell/use-session.ts';
import { Command } from '../../ui/command.tsx';
import { CompanyIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { NotFound } from '../home/not-found.tsx';
import { CataloguePanel } from './catalogue-panel.tsx';
import { runCommand } from './model/scenario-words.ts';
import { RepliesPanel } from './run/replies-panel.tsx';
import { RunPanel } from './run/run-panel.tsx';
import { useRun } from './use-run.ts';

type Company = PortalTenant['companies'][number];

/** Runs scenarios of the sandbox; in production it says what to do instead. */
export function SandboxPage() {
  const t = useTexts();
  const { may } = useTenant();
  const { environment } = useSession();
  if (!may('endpoints:manage')) return <NotFound />;
  return (
    <div className="page">
      <PageHead title={t('sandboxTitle')} text={environment === 'test' && t('sandboxIntro')} />
      {environment === 'test' ? <Sandbox /> : <Production />}
    </div>
  );
}

function Production() {
  const t = useTexts();
  return (
    <Panel title={t('sandboxProduction')} text={t('sandboxProductionText')}>
      <Command text={runCommand('approved')} />
    </Panel>
  );
}

function Sandbox() {
  const { tenantId } = useTenant();
  const params = { tenant_id: tenantId };
  const tenant = useRead('readPortalTenant', { params });
  const catalogue = useRead('listPortalScenarios', { params });
  return (
    <Loaded of={tenant} lines={3}>
      {({ companies }) => (
        <Loaded of={catalogue} lines={12}>
          {({ scenarios }) => (
            <Runs companies={companies.filter(({ isActive }) => isActive)} scenarios={scenarios} />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** An address that shows no run. */
const NO_RUN = { scenario: undefined, transaction: undefined, process: undefined };

type RunsProps = { companies: readonly Company[]; scenarios: readonly SandboxScenario[] };

function Runs({ companies, scenarios }: RunsProps) {
  const t = useTexts();
  const { tenantId, company: narrowed } = useTenant();
  const navigate = useNavigate();
  const address = useSearch({ strict: false });
  const search = parseSandboxSearch(address);
  const first = namedCompany(companies, narrowed);
  const [company, setCompany] = useState(first?.id ?? '');
  const { replies, start, pressed, close, ...run } = useRun(company);
  if (companies.length === 0)
    return <Empty icon={CompanyIcon} title={t('sandboxNoCompany')} text={t('sandboxNoCompanyText')} />;
  const id = search.transaction ?? search.process;
  const kind = search.transaction === undefined ? ('process' as const) : ('transaction' as const);
  const onClose = (): void => {
    close();
    void navigate({
      to: '/t/$tenant/developers/sandbox',
      params: { tenant: tenantId },
      search: (all) => changeSearch(all, NO_RUN),
    });
  };
  return (
    <>
      {replies && <RepliesPanel key={replies.key} run={replies.run} onClose={onClose} />}
      {id !== undefined && (
        <RunPanel
          key={id}
          subject={{ kind, tenantId, id }}
          scenario={scenarios.find(({ name }) => name === search.scenario)}
          scenarios={scenarios}
          isNew={pressed !== undefined && replies === undefined}
          onClose={onClose}
        />
      )}
      <CataloguePanel
        companies={companies}
        company={company}
        onCompany={setCompany}
        scenarios={scenarios}
        run={{ ...run, pressed, start }}
      />
    </>
  );
}
