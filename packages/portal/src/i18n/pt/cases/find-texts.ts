import type { findTexts as original } from '../../en/cases/find-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The search box, and the sections that it belongs to. */
export const findTexts: TextsLike<typeof original> = {
  transactionsTitle: 'Transações',
  processesTitle: 'Processos',
  transactionTitle: 'Transação',
  processTitle: 'Processo',
  newTransactionTitle: 'Nova transação',
  searchLabel: 'Buscar',
  searchHint: 'Pedido, id, CPF, cartão 8+4',
  searchHintOrders: 'Número do pedido ou id',
  searchAuto: 'Melhor resultado',
  searchAutoText: 'Primeiro como {kind}, depois o resto desta lista',
  searchAutoOnly: 'Como {kind}',
  lookOnlyAs: 'Só como {kind}',
  searchReadings: 'Procurar como',
  searchAudited: 'Procurar uma pessoa ou um cartão fica no registro de auditoria.',
  searchShortened:
    'Um número de cartão inteiro nunca sai desta página: só os 8 primeiros e os 4 últimos dígitos são enviados.',
  search_id: 'id',
  search_identity: 'identidade',
  search_card: 'cartão',
  search_order_number: 'número do pedido',
  search_order_number_beginning: 'começo do número do pedido',
  search_order_number_other_case: 'número do pedido com outras maiúsculas',
};
