/** What each permission allows, and what each role is for. */
export const permissionTexts = {
  permissionTransactionsRead: 'List and open transactions and processes, masked.',
  permissionPersonsFind: 'Find by document number or card. Written to the audit log.',
  permissionPersonsReveal: 'Show one masked field. Written to the audit log.',
  permissionPersonsErase:
    'Erase a person from the data of the whole organization; only with all of its companies.',
  permissionTransactionsAct: 'Create, cancel, and make new links.',
  permissionPicturesView: 'View a picture, with a reason. Written to the audit log.',
  permissionEvidenceRead: 'Read receipts and signed documents of approvals, and make case files of any end.',
  permissionNotesWrite: 'Read and write notes about a transaction, and withdraw own ones.',
  permissionVerdictsGive: 'Give a verdict beside the final status, which changes nothing.',
  permissionNotesWithdraw: 'Withdraw any note or verdict, whoever wrote it.',
  permissionPersonsExport: 'Make files of transactions with the person of each. Written to the audit log.',
  permissionExportsMake: 'Make files of lists, without the person. Written to the audit log.',
  permissionDeliveriesRead: 'See webhook deliveries and what receivers answered.',
  permissionDeliveriesResend: 'Send a webhook again.',
  permissionEndpointsManage:
    'See and change webhook endpoints and service accounts, with their secrets; see events and deliveries.',
  permissionCallsRead: 'See API calls.',
  permissionAuditRead: 'Read the audit log.',
  permissionSettingsRead: 'See the settings of the organization and its companies.',
  permissionSettingsChange: 'Change settings, but for the limits that operators set.',
  permissionTeamManage: 'Invite people, change roles and companies, end sessions.',
  permissionDeploymentManage: 'Manage operators, organizations and the first admin of each.',
  roleViewerMeaning: 'Reads transactions, without the person behind them.',
  roleSupportMeaning: 'Helps a customer: finds them, reveals a field, sends a new link.',
  roleReviewerMeaning: 'Judges disputed results: views pictures, each with a reason.',
  roleDeveloperMeaning: 'Integrates: deliveries, calls and events, and everything in the test environment.',
  roleAdminMeaning: 'Manages the people of the organization, and does what support does.',
  roleOperatorMeaning:
    'Runs the deployment. Reads an organization, masked, for the hour in which they entered it.',
};
