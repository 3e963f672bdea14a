import type { stayTexts as english } from '../../en/operators/stay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** What an operator sees while in a tenant, and what its admins see of it, in Spanish. */
export const stayTexts: TextsLike<typeof english> = {
  stayBar: 'Estás en una organización como operador',
  stayIn: 'En {name} como operador.',
  stayUntil: 'Hasta {time}, solo para leer; sus administradores ven lo que ves.',
  stayLeave: 'Salir de la organización',
  stayLeft: 'Saliste de {name}.',
  stayOver: 'Tu estancia en {name} terminó.',
  staysTitle: 'Operadores en esta organización',
  staysText:
    'Los operadores de la instalación entran con un motivo, durante una hora como máximo, y solo leen: ninguna foto, ningún número de documento, ningún cambio. Cada vista y cada búsqueda quedan en el registro de auditoría.',
  staysNone: 'Ningún operador entró en los últimos 90 días.',
  stayColumnWho: 'Operador',
  stayColumnWhen: 'Desde, hasta',
  stayColumnReason: 'Motivo',
  stayColumnViews: 'Vio',
  stayOpen: 'dentro ahora',
  stayNoViews: 'nada',
  'stayViews_transactions:read': {
    one: '{count} vista de transacciones',
    other: '{count} vistas de transacciones',
  },
  'stayViews_deliveries:read': { one: '{count} vista de webhooks', other: '{count} vistas de webhooks' },
  'stayViews_calls:read': {
    one: '{count} vista de llamadas a la API',
    other: '{count} vistas de llamadas a la API',
  },
  'stayViews_audit:read': {
    one: '{count} vista del registro de auditoría',
    other: '{count} vistas del registro de auditoría',
  },
  'stayViews_settings:read': { one: '{count} vista de ajustes', other: '{count} vistas de ajustes' },
  stayEnd: 'Terminar',
  stayEndOf: 'Terminar la estancia de {name}',
  stayEndTitle: '¿Terminar la estancia de {name}?',
  stayEndText:
    'Lo siguiente que abra aquí se rechaza. Puede volver a entrar, salvo que el ajuste lo rechace.',
  stayEnded: 'La estancia de {name} terminó.',
  stayNoticeOpen:
    '{name}, de la operación de la instalación, está en esta organización hasta {time}: «{reason}»',
  stayNoticePast:
    '{name}, de la operación de la instalación, estuvo en esta organización hasta {time}: «{reason}»',
  stayNoticeMore: 'Lo que vio',
  enterAct: 'Entrar',
  enterTitle: '¿Entrar en {name}?',
  enterText:
    'Lees esta organización durante una hora, enmascarada. Sus administradores ven quién eres, este motivo y cada cosa que ves.',
  enterReason: 'Motivo',
  enterReasonHint:
    'Al menos 3 caracteres; queda para siempre en su auditoría, así que no nombres a personas.',
  enterReasonMissing: 'Escribe por qué entras.',
  moreStays: 'Más estancias',
};
