import type { Permission, PortalRole } from '@titular/contract/permissions';
import type { TextKey } from './texts.ts';

/** Texts of each role: its name, and what it is for. */
export const roleKeys: Readonly<Record<PortalRole, { name: TextKey; meaning: TextKey }>> = {
  viewer: { name: 'roleViewer', meaning: 'roleViewerMeaning' },
  support: { name: 'roleSupport', meaning: 'roleSupportMeaning' },
  reviewer: { name: 'roleReviewer', meaning: 'roleReviewerMeaning' },
  developer: { name: 'roleDeveloper', meaning: 'roleDeveloperMeaning' },
  admin: { name: 'roleAdmin', meaning: 'roleAdminMeaning' },
  operator: { name: 'roleOperator', meaning: 'roleOperatorMeaning' },
};

/** Text of each permission. */
export const permissionKeys: Readonly<Record<Permission, TextKey>> = {
  'transactions:read': 'permissionTransactionsRead',
  'persons:find': 'permissionPersonsFind',
  'persons:reveal': 'permissionPersonsReveal',
  'persons:erase': 'permissionPersonsErase',
  'transactions:act': 'permissionTransactionsAct',
  'pictures:view': 'permissionPicturesView',
  'evidence:read': 'permissionEvidenceRead',
  'notes:write': 'permissionNotesWrite',
  'verdicts:give': 'permissionVerdictsGive',
  'notes:withdraw': 'permissionNotesWithdraw',
  'persons:export': 'permissionPersonsExport',
  'exports:make': 'permissionExportsMake',
  'deliveries:read': 'permissionDeliveriesRead',
  'deliveries:resend': 'permissionDeliveriesResend',
  'endpoints:manage': 'permissionEndpointsManage',
  'calls:read': 'permissionCallsRead',
  'audit:read': 'permissionAuditRead',
  'settings:read': 'permissionSettingsRead',
  'settings:change': 'permissionSettingsChange',
  'team:manage': 'permissionTeamManage',
  'deployment:manage': 'permissionDeploymentManage',
};
