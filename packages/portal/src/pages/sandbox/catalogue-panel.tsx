import type { PortalTenant, SandboxScenario } from '@titular/contract';
import { useDeferredValue, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Field } from '../../ui/field.tsx';
import { SearchIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { findScenarios, SCENARIO_KINDS, type ScenarioKind } from './model/scenario-words.ts';
import { ScenarioLine } from './scenario-line.tsx';
import type { RunAct } from './use-run.ts';

type Props = {
  companies: readonly PortalTenant['companies'][number][];
  company: string;
  onCompany(company: string): void;
  scenarios: readonly SandboxScenario[];
  run: RunAct;
};

/** Every scenario, or those that a search finds, each with a button that runs it for the chosen company. */
export function CataloguePanel({ companies, company, onCompany, scenarios, run }: Props) {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<ScenarioKind | 'all'>('all');
  const sought = useDeferredValue(search);
  const found = findScenarios(scenarios, { search: sought, kind: kind === 'all' ? undefined : kind }, t);
  return (
    <Panel title={t('sandboxCatalogue')} isFlush>
      <search className="sandbox-search">
        <Field label={t('sandboxSearch')} type="search" value={search} onChange={setSearch} maxLength={100} />
        <Select<ScenarioKind | 'all'>
          label={t('sandboxKind')}
          value={kind}
          options={(['all', ...SCENARIO_KINDS] as const).map((value) => ({
            value,
            text: t(`sandboxKind_${value}`),
          }))}
          onChange={setKind}
        />
        <Select
          label={t('sandboxCompany')}
          value={company}
          options={companies.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={onCompany}
        />
      </search>
      {found.length === 0 ? (
        <Empty icon={SearchIcon} title={t('sandboxNone')} text={t('sandboxNoneText')} />
      ) : (
        <table className="table table-stack sandbox-table">
          <thead>
            <tr>
              <th scope="col">{t('sandboxColumnScenario')}</th>
              <th scope="col">{t('sandboxColumnEnd')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('sandboxRun')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map((scenario) => (
              <ScenarioLine key={scenario.name} scenario={scenario} run={run} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
