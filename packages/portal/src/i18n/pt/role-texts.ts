import type { roleTexts as original } from '../en/role-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Names of roles, and what they are for. */
export const roleTexts: TextsLike<typeof original> = {
  roleViewer: 'Leitura',
  roleSupport: 'Atendimento',
  roleReviewer: 'Revisão',
  roleDeveloper: 'Integração',
  roleAdmin: 'Administração',
  roleOperator: 'Operação',
  roleViewerMeaning: 'Vê transações, sem a pessoa por trás delas.',
  roleSupportMeaning: 'Ajuda um cliente: encontra, mostra um campo, envia um novo link.',
  roleReviewerMeaning: 'Avalia resultados contestados: vê imagens, cada uma com um motivo.',
  roleDeveloperMeaning: 'Integra sistemas: entregas, chamadas e eventos, e tudo no ambiente de teste.',
  roleAdminMeaning: 'Gerencia as pessoas da organização e faz o que o atendimento faz.',
  roleOperatorMeaning: 'Opera a instalação. Lê uma organização, mascarada, na hora em que entrou nela.',
  roleLabel: 'Perfil',
  companiesLabel: 'Empresas',
};
