import type { findTexts as original } from '../../en/cases/find-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The search box, and the sections that it belongs to. */
export const findTexts: TextsLike<typeof original> = {
  transactionsTitle: 'Transacciones',
  processesTitle: 'Procesos',
  transactionTitle: 'Transacción',
  processTitle: 'Proceso',
  newTransactionTitle: 'Nueva transacción',
  searchLabel: 'Buscar',
  searchHint: 'Pedido, id, CPF, tarjeta 8+4',
  searchHintOrders: 'Número de pedido o id',
  searchAuto: 'Mejor resultado',
  searchAutoText: 'Primero como {kind}, luego el resto de esta lista',
  searchAutoOnly: 'Como {kind}',
  lookOnlyAs: 'Solo como {kind}',
  searchReadings: 'Buscar como',
  searchAudited: 'Buscar a una persona o una tarjeta queda en el registro de auditoría.',
  searchShortened:
    'Un número de tarjeta entero nunca sale de esta página: solo se envían los 8 primeros dígitos y los 4 últimos.',
  search_id: 'id',
  search_identity: 'identidad',
  search_card: 'tarjeta',
  search_order_number: 'número de pedido',
  search_order_number_beginning: 'comienzo del número de pedido',
  search_order_number_other_case: 'número de pedido con otras mayúsculas',
};
