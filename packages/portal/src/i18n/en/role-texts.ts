/** Names of roles, and what they are for. */
export const roleTexts = {
  roleViewer: 'Viewer',
  roleSupport: 'Support',
  roleReviewer: 'Reviewer',
  roleDeveloper: 'Developer',
  roleAdmin: 'Admin',
  roleOperator: 'Operator',
  roleViewerMeaning: 'Reads transactions, without the person behind them.',
  roleSupportMeaning: 'Helps a customer: finds them, reveals a field, sends a new link.',
  roleReviewerMeaning: 'Judges disputed results: views pictures, each with a reason.',
  roleDeveloperMeaning: 'Integrates: deliveries, calls and events, and everything in the test environment.',
  roleAdminMeaning: 'Manages the people of the organization, and does what support does.',
  roleOperatorMeaning:
    'Runs the deployment. Reads an organization, masked, for the hour in which they entered it.',
  roleLabel: 'Role',
  companiesLabel: 'Companies',
};
