/** Names of roles. */
export const roleTexts = {
  roleViewer: 'Viewer',
  roleSupport: 'Support',
  roleReviewer: 'Reviewer',
  roleDeveloper: 'Developer',
  roleAdmin: 'Admin',
  roleOperator: 'Operator',
  roleLabel: 'Role',
  companiesLabel: 'Companies',
};
