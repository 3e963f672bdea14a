import type { auditTexts as original } from '../../en/audit/audit-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The audit log of a tenant and of the deployment. */
export const auditTexts: TextsLike<typeof original> = {
  auditIntro:
    'Quem mudou o quê, do mais novo ao mais antigo, com o que havia antes. As ações de operadores da instalação também aparecem aqui.',
  auditOwn:
    'Suas próprias ações, da mais nova à mais antiga. Administradores de todas as empresas veem as de todos.',
  auditWholeIntro:
    'Quem mudou o quê nesta instalação, em todas as organizações, do mais novo ao mais antigo. Motivos e referências que pessoas de uma organização escreveram, e os parâmetros das URLs, são omitidos aqui.',
  auditEntries: 'Registros',
  auditActor: 'Quem',
  auditAnyActor: 'Qualquer um',
  auditActorService: 'O serviço',
  auditActorPerson: 'Uma pessoa na página',
  auditActorCommand: 'Linha de comando, {name}',
  auditActorAccount: 'Conta de serviço {name}',
  auditActorReceiver: 'Quem desenvolve um receptor',
  auditAction: 'O quê',
  auditAnyAction: 'Qualquer ação',
  auditSubject: 'Sobre o quê',
  auditSubjectWrong: 'Escreva um tipo e um id, como company/ seguido do id da empresa.',
  auditTenant: 'Organização',
  auditOnly: 'Mostrar só isto',
  auditBefore: 'Antes',
  auditAfter: 'Depois',
  auditLeftOut: 'Omitido aqui: {fields}',
  auditMoreValues: { one: 'Mais {count} valor', many: 'Mais {count} valores', other: 'Mais {count} valores' },
  auditNone: 'Nenhum registro corresponde',
  auditNoneText: 'Nada foi registrado que atenda a todos esses filtros.',
  auditNoneYet: 'Nenhum entre os registros mais novos',
  auditNoneYetText: 'Os mais antigos ainda não foram pesquisados.',
  auditOlder: 'Registros mais antigos',
  auditNewest: 'Voltar aos mais novos',
  auditExport: 'Exportar em JSON',
  auditExported: {
    one: '{count} registro salvo.',
    many: '{count} registros salvos.',
    other: '{count} registros salvos.',
  },
  auditExportedPart: {
    one: 'O registro mais novo foi salvo.',
    many: 'Os {count} registros mais novos foram salvos; há mais.',
    other: 'Os {count} registros mais novos foram salvos; há mais.',
  },
  auditVerifyTitle: 'Verificar o registro',
  auditVerifyServer:
    'O registro é uma só cadeia para todas as organizações desta instalação. O servidor a percorre inteira e informa o resultado; os registros de outros não são mostrados a você.',
  auditVerifyBrowser:
    'Este navegador busca cada registro, calcula de novo o seu hash e segue a cadeia do primeiro ao último. Para isso recebe cada registro completo, com o que a lista omite.',
  auditAnchor: 'Âncora que você guardou (opcional)',
  auditAnchorHint:
    'Um último hash de uma verificação anterior. Mostra que nada antes dele foi removido ou reescrito.',
  auditAnchorWrong: 'Uma âncora tem 64 dígitos hexadecimais.',
  auditVerify: 'Verificar',
  auditStop: 'Parar',
  auditStopped: 'Parado. Nada foi apurado.',
  auditProgress: '{done} de {total} registros',
  auditHolds: 'A cadeia está íntegra.',
  auditBroken: 'O registro não está como foi escrito.',
  auditBreakAltered: 'Um registro foi alterado.',
  auditBreakMissing: 'Falta um registro: foi removido ou substituído.',
  auditBreakReordered: 'Um registro foi levado a outro lugar.',
  auditBreakUnchained: 'Um registro foi escrito fora da cadeia.',
  auditBreakUnsealed: 'Um registro espera por seu lugar há mais de um minuto.',
  auditBreakCutOff: 'A âncora não está no registro: o final foi removido, ou tudo foi reescrito.',
  auditBreakElsewhere: 'Qual registro é, a verificação da instalação mostra: pergunte a um operador.',
  auditBreakEntry: 'Registro',
  auditBreakPlace: 'Lugar na cadeia',
  auditSound: 'Registros íntegros antes dele',
  auditVerified: 'Total de registros',
  auditLastAt: 'Último registro em',
  auditAnchorPlace: 'Âncora encontrada no lugar',
  auditAnchorFound: 'Sua âncora está no registro.',
  auditByServer:
    'Quem afirma isso é o servidor da instalação; este navegador não pode conferir registros de outros. Uma âncora guardada por você mostra a quem verificar a instalação se o que veio antes dela foi reescrito.',
  auditKeep: 'Guarde esta âncora',
  auditKeepText:
    'Guarde onde ninguém que possa mudar o banco de dados possa mudá-la: em papel, em um e-mail assinado, em outro sistema.',
  auditAnchorQr: 'Código QR da âncora',
  auditCopyAnchor: 'Copiar âncora',
  auditPrint: 'Imprimir âncora',
};
