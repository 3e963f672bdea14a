import type { roleTexts as original } from '../en/role-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Names of roles. */
export const roleTexts: TextsLike<typeof original> = {
  roleViewer: 'Lectura',
  roleSupport: 'Atención',
  roleReviewer: 'Revisión',
  roleDeveloper: 'Integración',
  roleAdmin: 'Administración',
  roleOperator: 'Operación',
  roleLabel: 'Rol',
  companiesLabel: 'Empresas',
};
