import type { callTexts as english } from '../../en/calls/call-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The log of API calls in Spanish. */
export const callTexts: TextsLike<typeof english> = {
  callLogIntro:
    'Solicitudes de los sistemas de esta organización: qué se pidió y cómo se respondió. Solo se guardan las formas, nunca los valores.',
  callLogOf:
    'Una llamada no es de ninguna empresa. Solo los miembros que ven todas las empresas ven esta página.',
  callLogNarrow: 'Solo ves algunas empresas',
  callLogKept:
    'Las llamadas se guardan {days} días. Las llamadas sin un token válido y los rechazos al pedir un token no están en el registro.',
  noCallsMade: 'Aún no hay llamadas',
  noCallsMadeText: 'En cuanto uno de tus sistemas use la API, sus llamadas estarán aquí.',
  callAnyOperation: 'Todas',
  callAnyAccount: 'Todas',
  callOutcome: 'Resultado',
  callAnyOutcome: 'Todos',
  callOutcome_2xx: 'Correcta',
  callOutcome_3xx: 'Redirigida',
  callOutcome_4xx: 'Rechazada',
  callOutcome_5xx: 'Falló de nuestro lado',
  callCode: 'Código de error',
  callAnyCode: 'Todos',
  callSince: 'Desde {time}',
  callCause: 'Causa',
  callStatus: 'Estado HTTP',
  callRequest: 'Solicitud',
  callRequestId: 'Id de la solicitud',
  callTitle: 'Llamada a la API',
  callFacts: 'Sobre la llamada',
  backToCalls: 'Todas las llamadas',
  callUnknown: 'No existe esa llamada',
  callUnknownText: 'Es de otra organización o se borró tras {days} días.',
  callNoShape: 'No tenía cuerpo ni consulta.',
  callWhy: 'Por qué se rechazó',
  callRemedy: 'Qué hacer',
  callNoRemedy: 'Busca el código en la documentación de la API.',
  callAbout: 'Sobre',
  callAsCommand: 'Copiar como comando',
  callAsCommandText: 'Esto pide lo mismo a la API, con un token de acceso del permiso calls:read:',
  causesTitle: 'Por qué se rechazaron llamadas',
  causesNone: 'No hay rechazos en el registro para este periodo',
  causesNoneText:
    'El registro no tiene llamadas sin un token válido, rechazos al pedir un token ni nada con más de {days} días.',
  causesOperations: 'Operaciones:',
  causesAccounts: 'Cuentas:',
  causeLast: 'última {time}',
  causesAll: 'Mostrar todas las causas',
  causesNewest:
    'De una causa con muchísimas llamadas se cuentan las más nuevas. Los números son entonces mínimos.',
  causesSum: {
    one: 'Una causa en el periodo elegido.',
    many: '{count} causas en el periodo elegido.',
    other: '{count} causas en el periodo elegido.',
  },
  causeCalls: { one: '{count} llamada', many: '{count} llamadas', other: '{count} llamadas' },
  causeLeast: {
    one: 'Al menos {count} llamada',
    many: 'Al menos {count} llamadas',
    other: 'Al menos {count} llamadas',
  },
  causeShareLeast: {
    one: 'al menos {count} llamada',
    many: 'al menos {count} llamadas',
    other: 'al menos {count} llamadas',
  },
  causeOthers: 'y otras',
  callAccountsLeft:
    'Las cuentas que no pueden estar en una dirección, o son demasiadas, no están en esta lista.',
  callAlike: { one: 'y {count} igual', many: 'y {count} iguales', other: 'y {count} iguales' },
  callAlikeText: {
    one: 'La fila vale por {count} llamada más del mismo tipo en el mismo instante o minuto.',
    many: 'La fila vale por {count} llamadas más del mismo tipo en el mismo instante o minuto.',
    other: 'La fila vale por {count} llamadas más del mismo tipo en el mismo instante o minuto.',
  },
};
