import { formatSetting } from '@titular/contract';
import { readServiceAccount } from '@titular/server/access-tokens/index.ts';
import {
  changeSettings,
  defaultSettings,
  type OwnerKind,
  parseSettings,
  readSettings,
  type Setting,
  type SettingOwner,
  settingTables,
} from '@titular/server/settings/index.ts';
import { findDeployment, readCompany } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult, OptionRule } from '../../frame/command.ts';
import { wrapText } from '../../frame/print.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { readAssignments } from './read-assignments.ts';

/** Characters in a line of a text. */
const LINE_WIDTH = 100;

const OWNER_OPTIONS: Readonly<Record<string, OptionRule>> = {
  ...TENANT_OPTION,
  company: { value: 'id or name', text: 'Use the settings of this company.' },
  'service-account': { value: 'account', text: 'Use the settings of this service account.' },
};

/** Whose settings are meant: of a company, of a service account, or, with neither, of the tenant itself. */
async function chooseOwner(context: CommandContext, args: Arguments): Promise<SettingOwner> {
  const tenantId = await chooseTenant(context, args);
  const { company, 'service-account': account } = args.options;
  if (company !== undefined && account !== undefined)
    throw new UsageError('Give --company or --service-account, not both.');
  if (company !== undefined) {
    const { companyId } = await readCompany(context.operator, tenantId, readId(company, 'company'));
    return { kind: 'company', tenantId, companyId };
  }
  if (account === undefined) return { kind: 'tenant', tenantId };
  await readServiceAccount(context.operator, tenantId, account);
  return { kind: 'service-account', tenantId, account };
}

const toRows = (
  before: Readonly<Record<string, Parameters<typeof formatSetting>[0]>>,
  after: Readonly<Record<string, Parameters<typeof formatSetting>[0]>>,
): CommandResult => {
  const rows = Object.keys(after).map((setting) => ({
    setting,
    before: formatSetting(before[setting] ?? null),
    after: formatSetting(after[setting] ?? null),
  }));
  const columns = ['setting', 'before', 'after'];
  const note =
    rows.length === 0
      ? 'No change: all values were already set.'
      : 'Takes effect in every process within 5 seconds.';
  return { kind: 'rows', columns, rows, note };
};

const withoutMarks = (text: string): string => text.replaceAll('`', '');

const describeSetting = ({ name, fallback, bounds, purpose }: Setting): string =>
  [
    `  ${name}  (default: ${formatSetting(fallback) || 'empty'})`,
    wrapText(withoutMarks(purpose), LINE_WIDTH, '    '),
    wrapText(`Takes: ${withoutMarks(bounds)}.`, LINE_WIDTH, '    '),
  ].join('\n');

const describeSettings = (kind: OwnerKind): string =>
  [`Settings of a ${kind.replace('-', ' ')}`, ...settingTables[kind].map(describeSetting)].join('\n\n');

const OWNER_KINDS = Object.keys(settingTables) as OwnerKind[];

/** Settings of tenants, companies and service accounts. */
export const settingCommands: readonly Command[] = [
  {
    name: 'settings list',
    summary: 'List all settings: what each one does, its bounds and its default.',
    examples: ['titular settings list'],
    async run() {
      const rows = OWNER_KINDS.flatMap((of) =>
        settingTables[of].map(({ name, fallback, bounds, purpose }) => ({
          of,
          setting: name,
          default: formatSetting(fallback),
          bounds: withoutMarks(bounds),
          purpose: withoutMarks(purpose),
        })),
      );
      const columns = ['of', 'setting', 'default', 'bounds', 'purpose'];
      return { kind: 'rows', columns, rows, text: OWNER_KINDS.map(describeSettings).join('\n\n') };
    },
  },
  {
    name: 'settings show',
    summary: 'Show the settings of a tenant, or of one of its companies or service accounts.',
    options: OWNER_OPTIONS,
    examples: [
      'titular settings show',
      'titular settings show --company 0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f',
      'titular settings show --service-account shop-backend',
    ],
    async run(context, args) {
      const values = await readSettings(context.operator, await chooseOwner(context, args));
      return { kind: 'record', record: values };
    },
  },
  {
    name: 'settings set',
    summary: 'Change settings; if one value is invalid, none is changed.',
    positionals: ['name=value...'],
    options: OWNER_OPTIONS,
    examples: [
      'titular settings set rate-per-second=50 rate-burst=100',
      'titular settings set maximum-value=2500 module=pre --company 0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f',
      'titular settings set allowed-addresses=203.0.113.0/24 --service-account shop-backend',
    ],
    async run(context, args) {
      const texts = readAssignments(args.positionals);
      const owner = await chooseOwner(context, args);
      const { before, after } = await changeSettings(
        context.operator,
        owner,
        parseSettings(owner.kind, texts),
      );
      return toRows(before, after);
    },
  },
  {
    name: 'settings reset',
    summary: 'Reset settings to their defaults.',
    positionals: ['name...'],
    options: OWNER_OPTIONS,
    examples: ['titular settings reset rate-per-second rate-burst'],
    async run(context, args) {
      const owner = await chooseOwner(context, args);
      const { environment } = await findDeployment(context.operator.db);
      const patch = defaultSettings(owner.kind, args.positionals, environment);
      const { before, after } = await changeSettings(context.operator, owner, patch);
      return toRows(before, after);
    },
  },
];
