import type { permissionTexts as original } from '../en/permission-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** What each permission allows, and what each role is for. */
export const permissionTexts: TextsLike<typeof original> = {
  permissionTransactionsRead: 'Listar e abrir transações e processos, mascarados.',
  permissionPersonsFind: 'Buscar por documento ou cartão. Fica no registro de auditoria.',
  permissionPersonsReveal: 'Mostrar um campo mascarado. Fica no registro de auditoria.',
  permissionPersonsErase:
    'Eliminar uma pessoa dos dados de toda a organização; só com todas as empresas dela.',
  permissionTransactionsAct: 'Criar, cancelar e gerar novos links.',
  permissionPicturesView: 'Ver uma imagem, com um motivo. Fica no registro de auditoria.',
  permissionEvidenceRead:
    'Ler recibos e documentos assinados de aprovações, e fazer dossiês de qualquer fim.',
  permissionNotesWrite: 'Ler e escrever notas sobre uma transação, e retirar as próprias.',
  permissionVerdictsGive: 'Dar um veredito ao lado do status final, que não muda nada.',
  permissionNotesWithdraw: 'Retirar qualquer nota ou veredito, de quem quer que seja.',
  permissionPersonsExport:
    'Fazer arquivos de transações com a pessoa de cada uma. Fica no registro de auditoria.',
  permissionExportsMake: 'Fazer arquivos de listas, sem a pessoa. Fica no registro de auditoria.',
  permissionDeliveriesRead: 'Ver entregas de webhooks e o que os destinos responderam.',
  permissionDeliveriesResend: 'Reenviar um webhook.',
  permissionEndpointsManage:
    'Ver e alterar destinos de webhooks e contas de serviço, com seus segredos; ver eventos e entregas.',
  permissionCallsRead: 'Ver chamadas à API.',
  permissionAuditRead: 'Ler o registro de auditoria.',
  permissionSettingsRead: 'Ver as configurações da organização e das suas empresas.',
  permissionSettingsChange: 'Alterar configurações, exceto os limites que os operadores definem.',
  permissionTeamManage: 'Convidar pessoas, mudar perfis e empresas, encerrar sessões.',
  permissionDeploymentManage: 'Gerenciar operadores, organizações e o primeiro administrador de cada uma.',
  roleViewerMeaning: 'Vê transações, sem a pessoa por trás delas.',
  roleSupportMeaning: 'Ajuda um cliente: encontra, mostra um campo, envia um novo link.',
  roleReviewerMeaning: 'Avalia resultados contestados: vê imagens, cada uma com um motivo.',
  roleDeveloperMeaning: 'Integra sistemas: entregas, chamadas e eventos, e tudo no ambiente de teste.',
  roleAdminMeaning: 'Gerencia as pessoas da organização e faz o que o atendimento faz.',
  roleOperatorMeaning: 'Opera a instalação. Lê uma organização, mascarada, na hora em que entrou nela.',
};
