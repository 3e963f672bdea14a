import type { queueTexts as english } from '../../en/operators/queue-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The page of what waits in the deployment, in Spanish. */
export const queueTexts: TextsLike<typeof english> = {
  queuesIntro: 'Lo que espera en segundo plano en esta instalación, y lo que falló.',
  queueTasks: 'Trabajos por tarea',
  queueTasksText:
    'Un trabajo que falla se intenta de nuevo, cada vez más tarde. Sin intentos, queda hasta que alguien lo ejecute de nuevo.',
  queueNoJobs: 'Ningún trabajo espera.',
  queueCut: 'Hay más trabajos; se contaron los 100 000 más antiguos.',
  queueTask: 'Tarea, último error',
  queueDue: 'Pendientes',
  queueRunning: 'En curso',
  queueFailing: 'Fallando',
  queueFailed: 'Sin intentos',
  queueSince: 'el más antiguo hace {time}',
  queueLater: { one: '{count} para después', other: '{count} para después' },
  queueOverdue: 'Webhooks con retraso por organización',
  queueOverdueText: 'De destinos encendidos, los de más retraso primero.',
  queueNoOverdue: 'Ningún webhook tiene retraso.',
  queueOverdueFor: 'El más antiguo desde hace',
  queueWaiting: 'Entregas en espera',
  queueEndpoints: 'Destinos',
  jobsFailed: 'Trabajos sin intentos',
  jobsFailing: 'Trabajos que se intentan de nuevo',
  jobsNone: 'Ninguno ahora.',
  jobsClose: 'Cerrar la lista',
  jobsRetry: 'Ejecutar de nuevo',
  jobsRetryTitle: '¿Ejecutar de nuevo los trabajos que fallaron?',
  jobsRetryText:
    'Cada uno recupera todos sus intentos y empieza al momento, 1000 como máximo. Corrige antes la causa.',
  jobsRetried: {
    one: '{count} trabajo se ejecuta de nuevo.',
    other: '{count} trabajos se ejecutan de nuevo.',
  },
  jobId: 'Trabajo',
  jobError: 'Tipo de error',
  jobAttempts: 'Intentos',
  jobCreated: 'Creado',
  jobNext: 'Próximo intento',
  jobNever: 'ninguno',
};
