import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction } from '@titular/contract';
import { actionTexts } from '../../packages/portal/src/i18n/en/audit/action-texts.ts';

/** Subjects that are no kind with an id. */
const SUBJECT_WORDS: Readonly<Record<string, string>> = {
  any: 'what the call is about',
  deployment: '`deployment`',
  'card-bins': '`card-bins`',
  role: '`role/<name>`',
  provider: '`provider/<reason>`',
  'service-account': '`service-account/<name>`',
};

const LOG_WORDS = { tenant: 'a tenant', deployment: 'the deployment' } as const;

function row(action: AuditAction): string {
  const { log, about } = AUDIT_ACTIONS[action];
  const subjects = about.map((kind) => SUBJECT_WORDS[kind] ?? `\`${kind}/<id>\``);
  const logs = log.map((one) => LOG_WORDS[one]);
  return `| \`${action}\` | ${actionTexts[`action_${action}`]} | ${subjects.join(' or ')} | ${logs.join(' or ')} |`;
}

/** docs/audit-actions.md: every action of the audit log, in the words of the portal. */
export const auditActionsPage = (): string => `# Actions of the audit log

Generated from \`packages/contract/src/audit/audit-actions.ts\` by \`npm run generate\`.

The [audit log](audit-log.md) has these ${AUDIT_ACTION_NAMES.length} actions and no others: an entry with another one does not compile. The portal says each of them
in its three languages, and its filter offers all that the log in view may have. A name is never used for something else, because entries stay
for ever. An action of an earlier or later release is shown and offered by its name, wherever the log has it.

"Log" says whose entries they are. An entry of a tenant is in that tenant's log and in the deployment's; one of the deployment is in the latter alone.

| Action | What was done | Subject | Log |
| --- | --- | --- | --- |
${AUDIT_ACTION_NAMES.map(row).join('\n')}
`;
