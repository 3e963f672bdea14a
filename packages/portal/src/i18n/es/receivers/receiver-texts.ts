import type { TextsOf } from '../../texts.ts';

/** The same in Spanish. */
export const receiverTexts: TextsOf<'receivers'> = {
  receiverTitle: 'Lo que recibe tu receptor',
  receiverLinkTitle: 'Abrir la página del receptor',
  receiverLinkText:
    'El enlace sirve una vez y su página queda en este navegador durante 8 horas. Ves lo que se envía a un destino de webhooks y puedes pedir que se envíe otra vez. No necesitas cuenta.',
  receiverOpen: 'Abrir la página',
  receiverGoOn: 'Mostrar la página que está abierta en este navegador',
  receiverNoneTitle: 'Esta página se abre con un enlace',
  receiverNoneText:
    'La dirección sola no abre nada. Si abriste un enlace en otro dispositivo o en otro navegador, su página está abierta solo allí. Pide un enlace nuevo a quien gestiona el destino de webhooks.',
  receiverUsed: 'Ya se abrió',
  receiverUsedText:
    'Un enlace sirve una vez. Su página queda, durante 8 horas, en el dispositivo y el navegador donde se abrió. En otro lugar hace falta un enlace nuevo.',
  receiverUsedHereText:
    'Un enlace sirve una vez. Hay una página abierta en este navegador y puedes seguir en ella.',
  receiverOver: 'Tiene más de 24 horas, o se terminó',
  receiverOverText: 'Pide un enlace nuevo a quien gestiona el destino de webhooks.',
  receiverEndedTitle: 'La sesión terminó',
  receiverEndedText:
    'Dura 8 horas, o menos si alguien la termina o desactiva el destino. Para volver, pide un enlace nuevo a quien gestiona el destino de webhooks.',
  receiverUntil: 'Esta sesión termina: {time}.',
  receiverEnd: 'Terminar',
  receiverEndTitle: '¿Terminar esta sesión?',
  receiverEndText: 'Necesitas un enlace nuevo para volver.',
  receiverRate: {
    one: 'Llegó {delivered} de {count} entrega.',
    other: 'Llegaron {delivered} de las últimas {count} entregas.',
  },
  receiverUntried: 'Todavía no se entregó nada.',
  receiverFailing: {
    one: 'Falla desde {time}, con {count} intento fallido seguido.',
    other: 'Falla desde {time}, con {count} intentos fallidos seguidos.',
  },
  receiverWaiting: {
    none: 'Nada espera envío.',
    one: '{count} entrega espera envío.',
    other: '{count} entregas esperan envío.',
  },
  receiverMoreWaiting: 'Más de {count} entregas esperan envío.',
  receiverAnswer: 'Respuesta',
  receiverAnswered: 'HTTP {status}',
  receiverNoAnswer: 'Ninguna',
  receiverNotTried: 'Aún no enviada',
  receiverAbout: 'Id de la transacción o número de pedido',
  receiverSignature:
    'La firma se calcula con el secreto que firma ahora. Antes de un cambio del secreto se envió otra.',
  receiverPanel: 'Quien desarrolla el receptor',
  receiverPanelText:
    'Quien se ocupa del receptor abre, con un enlace de un solo uso y sin cuenta, una página con las entregas de este destino.',
  receiverMake: 'Enlace para quien desarrolla el receptor',
  receiverNobody: 'No hay enlaces ni sesiones abiertos.',
  receiverMadeTitle: 'El enlace',
  receiverMadeText: 'Sirve una vez, hasta {time}, y solo se muestra ahora. Entrégalo donde nadie más lo lea.',
  receiverState_link: 'Enlace, aún sin abrir',
  receiverState_session: 'Sesión',
  receiverMadeBy: 'Creado por {name}',
  receiverMadeByCommand: 'Creado por comando',
  receiverLastUsed: 'Último uso: {time}',
  receiverExpires: 'Hasta {time}',
  receiverEndNow: 'Terminar ahora',
  receiverEnded: 'Se terminó.',
};
