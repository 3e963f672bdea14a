import type { fillTexts as original } from '../../en/sandbox/fill-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Transacciones de ejemplo de una organización, y la primera tarea guiada. */
export const fillTexts: TextsLike<typeof original> = {
  fillTitle: 'Prueba el portal con transacciones de ejemplo',
  fillText:
    '{all} transacciones inventadas de los últimos 30 días, en tres tiendas propias: con intentos, webhooks, llamadas y cifras. No se envía ningún webhook, y un clic lo quita todo.',
  fillStart: 'Llenar con {all} transacciones',
  fillRunning: 'Se están creando las transacciones de ejemplo: {done} de {all}.',
  fillClearing: 'Se están quitando las transacciones de ejemplo: {done} de {all}.',
  fillClearingRest: 'Las transacciones ya no están; siguen los eventos, las cifras y las tiendas.',
  fillMade: 'Las transacciones de ejemplo están listas.',
  fillRetry: 'Intentar de nuevo',
  fillStalled: 'Hace un rato que no pasa nada. Se intenta de nuevo cada minuto.',
  fillProgress: 'Avance',
  fillKeepWorking: 'Sigue por sí solo, aunque salgas de esta página.',
  fillThere: 'Transacciones de ejemplo',
  fillThereText: {
    one: 'Hay {count} transacción inventada en esta organización, en tres tiendas marcadas como sandbox.',
    many: 'Hay {count} de transacciones inventadas en esta organización, en tres tiendas marcadas como sandbox.',
    other:
      'Hay {count} transacciones inventadas en esta organización, en tres tiendas marcadas como sandbox.',
  },
  fillClear: 'Quitarlo todo',
  fillClearTitle: '¿Quitar las transacciones de ejemplo?',
  fillClearText:
    'Las tres tiendas de ejemplo se van con todo lo que hay en ellas, también lo que tú creaste allí. Todas las demás transacciones de la organización se quedan.',
  fillDone: 'Las transacciones de ejemplo se quitaron.',
  fillCommand: 'Copiar como comando',
  taskOffer: 'Empezar la primera tarea',
  taskGoOn: 'Seguir con la tarea',
  taskTitle: 'Primera tarea: ¿por qué este cliente no pudo pagar?',
  taskText: 'Un cliente pregunta por el pedido {order}. Averigua qué falló y envía un enlace nuevo.',
  taskFind:
    'Encuéntralo: pega el número de pedido en el campo de búsqueda de arriba y ábrelo, o pulsa /, pega y pulsa Enter.',
  taskRead: 'Abre "Intentos": ahí está lo que falló en cada uno.',
  taskLink: 'Pulsa "Enlace nuevo" y "Generar el enlace", o R y luego L.',
  taskStepDone: 'Hecho',
  taskStepOpen: 'Por hacer',
  taskCopy: 'Copiar el número de pedido',
  taskLater: 'Más tarde',
  taskClose: 'Cerrar',
  taskAll: 'Ayudaste al cliente. Soporte no necesita más que esto.',
  taskGone:
    'El pedido de esta tarea terminó. Quita las transacciones de ejemplo y crea otras para tener uno nuevo.',
};
