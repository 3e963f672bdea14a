import type { InvitationLink, TenantRow } from '@titular/contract';
import { useState } from 'react';
import { createCompanyCommand, createTenantCommand } from '../../../commands/deployment-commands.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../service/call.ts';
import { Command } from '../../../ui/command.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { LinkDialog } from '../../team/link-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { type TenantDialog, type TenantDialogProps, tenantForms } from './tenant-dialog.ts';
import { useChanging } from './use-changing.ts';

/** The open dialog of the page of tenants. */
export function TenantDialogs({ open, ...props }: TenantDialogProps & { open: TenantDialog }) {
  switch (open.kind) {
    case 'add':
      return <AddTenantDialog {...props} />;
    case 'company':
      return <AddCompanyDialog {...props} tenant={open.tenant} />;
    case 'invite':
      return <InviteDialog {...props} tenant={open.tenant} />;
    case 'switch':
      return <SwitchDialog {...props} tenant={open.tenant} />;
  }
}

type Props = TenantDialogProps & { tenant: TenantRow };

function AddTenantDialog(props: TenantDialogProps) {
  const t = useTexts();
  return (
    <NameDialog
      {...props}
      form={tenantForms.add}
      title={t('addTenant')}
      text={t('addTenantText')}
      onCreate={(name, idempotencyKey) => call('addTenantByHand', { body: { name }, idempotencyKey })}
      command={createTenantCommand}
      done={(name) => t('tenantAdded', { name })}
    />
  );
}

function AddCompanyDialog({ tenant, ...props }: Props) {
  const t = useTexts();
  return (
    <NameDialog
      {...props}
      form={tenantForms.company(tenant.id)}
      title={t('addCompany')}
      text={t('addCompanyText', { name: tenant.name })}
      onCreate={(name, idempotencyKey) =>
        call('addCompanyByHand', { params: { tenant_id: tenant.id }, body: { name }, idempotencyKey })
      }
      command={(name) => createCompanyCommand(tenant.id, name)}
      done={(name) => t('companyAdded', { name })}
    />
  );
}

function InviteDialog({ tenant, onChanged, onClose }: Props) {
  const t = useTexts();
  const params = { tenant_id: tenant.id };
  const act = useChanging(() => call('inviteFirstAdmin', { params }), onChanged);
  const [made, setMade] = useState<InvitationLink>();
  const invite = async (): Promise<void> => {
    const link = await act.run();
    if (link) setMade(link);
  };
  if (made) return <LinkDialog link={made.link} expiresAt={made.expiresAt} onClose={onClose} />;
  return (
    <Confirm
      title={t('inviteFirstAdmin')}
      text={t('inviteFirstAdminText', { name: tenant.name })}
      act={t('makeLink')}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void invite()}
      onClose={onClose}
    >
      <Command text={`npx titular users invite --tenant ${tenant.id} --role admin`} />
    </Confirm>
  );
}

/** Words and command for each direction. */
const SWITCHES = {
  off: {
    title: 'switchTenantOff',
    text: 'switchTenantOffText',
    done: 'tenantSwitchedOff',
    command: 'disable',
  },
  on: { title: 'switchTenantOn', text: 'switchTenantOnText', done: 'tenantSwitchedOn', command: 'enable' },
} as const;

function SwitchDialog({ tenant, onChanged, onClose }: Props) {
  const t = useTexts();
  const { id, name, isActive } = tenant;
  const input = { params: { tenant_id: id }, body: { active: !isActive } };
  const act = useChanging(() => call('switchTenantByHand', input), onChanged);
  const { title, text, done, command } = SWITCHES[isActive ? 'off' : 'on'];
  const switchTenant = async (): Promise<void> => {
    if (!(await act.run())) return;
    say(t(done, { name }));
    onClose();
  };
  return (
    <Confirm
      title={t(title)}
      text={t(text, { name })}
      act={t(title)}
      isDanger={isActive}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void switchTenant()}
      onClose={onClose}
    >
      <Command text={`npx titular tenants ${command} ${id}`} />
    </Confirm>
  );
}
