import type { stayTexts as english } from '../../en/operators/stay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** What an operator sees while in a tenant, and what its admins see of it, in Portuguese. */
export const stayTexts: TextsLike<typeof english> = {
  stayBar: 'Você está em uma organização como operador',
  stayIn: 'Em {name} como operador.',
  stayUntil: 'Até {time}, só para ler; os administradores dela veem o que você vê.',
  stayLeave: 'Sair da organização',
  stayLeft: 'Você saiu de {name}.',
  stayOver: 'Sua estada em {name} terminou.',
  staysTitle: 'Operadores nesta organização',
  staysText:
    'Operadores da instalação entram com um motivo, por uma hora no máximo, e só leem: nenhuma foto, nenhum número de documento, nenhuma alteração. Cada vista e cada busca ficam no registro de auditoria.',
  staysNone: 'Nenhum operador entrou nos últimos 90 dias.',
  stayColumnWho: 'Operador',
  stayColumnWhen: 'De, até',
  stayColumnReason: 'Motivo',
  stayColumnViews: 'Viu',
  stayOpen: 'dentro agora',
  stayNoViews: 'nada',
  'stayViews_transactions:read': {
    one: '{count} vista de transações',
    other: '{count} vistas de transações',
  },
  'stayViews_deliveries:read': { one: '{count} vista de webhooks', other: '{count} vistas de webhooks' },
  'stayViews_calls:read': {
    one: '{count} vista de chamadas da API',
    other: '{count} vistas de chamadas da API',
  },
  'stayViews_audit:read': {
    one: '{count} vista do registro de auditoria',
    other: '{count} vistas do registro de auditoria',
  },
  'stayViews_settings:read': {
    one: '{count} vista de configurações',
    other: '{count} vistas de configurações',
  },
  stayEnd: 'Encerrar',
  stayEndOf: 'Encerrar a estada de {name}',
  stayEndTitle: 'Encerrar a estada de {name}?',
  stayEndText:
    'O que abrir em seguida aqui será recusado. Pode entrar de novo, se a configuração não recusar.',
  stayEnded: 'A estada de {name} terminou.',
  stayNoticeOpen: '{name}, da operação da instalação, está nesta organização até {time}: “{reason}”',
  stayNoticePast: '{name}, da operação da instalação, esteve nesta organização até {time}: “{reason}”',
  stayNoticeMore: 'O que viu',
  enterAct: 'Entrar',
  enterTitle: 'Entrar em {name}?',
  enterText:
    'Você lê esta organização por uma hora, mascarada. Os administradores dela veem quem você é, este motivo e cada coisa que você vê.',
  enterReason: 'Motivo',
  enterReasonHint: 'Pelo menos 3 caracteres; fica para sempre na auditoria dela, então não cite pessoas.',
  enterReasonMissing: 'Escreva por que você entra.',
  moreStays: 'Mais estadas',
};
