import type { roleTexts as original } from '../en/role-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Names of roles. */
export const roleTexts: TextsLike<typeof original> = {
  roleViewer: 'Leitura',
  roleSupport: 'Atendimento',
  roleReviewer: 'Revisão',
  roleDeveloper: 'Integração',
  roleAdmin: 'Administração',
  roleOperator: 'Operação',
  roleLabel: 'Perfil',
  companiesLabel: 'Empresas',
};
