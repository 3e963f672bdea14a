import type { queueTexts as english } from '../../en/operators/queue-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The page of what waits in the deployment, in Portuguese. */
export const queueTexts: TextsLike<typeof english> = {
  queuesIntro: 'O que espera em segundo plano nesta instalação, e o que falhou.',
  queueTasks: 'Trabalhos por tarefa',
  queueTasksText:
    'Um trabalho que falha é tentado de novo, cada vez mais tarde. Sem tentativas, fica até alguém mandar rodar de novo.',
  queueNoJobs: 'Nenhum trabalho espera.',
  queueCut: 'Há mais trabalhos; os 100.000 mais antigos foram contados.',
  queueTask: 'Tarefa, último erro',
  queueDue: 'A fazer',
  queueRunning: 'Em andamento',
  queueFailing: 'Falhando',
  queueFailed: 'Sem tentativas',
  queueSince: 'o mais antigo há {time}',
  queueLater: { one: '{count} para depois', other: '{count} para depois' },
  queueOverdue: 'Webhooks atrasados por organização',
  queueOverdueText: 'De destinos ligados, os mais atrasados primeiro.',
  queueNoOverdue: 'Nenhum webhook está atrasado.',
  queueOverdueFor: 'O mais antigo há',
  queueWaiting: 'Entregas em espera',
  queueEndpoints: 'Destinos',
  jobsFailed: 'Trabalhos sem tentativas',
  jobsFailing: 'Trabalhos que serão tentados de novo',
  jobsNone: 'Nenhum agora.',
  jobsClose: 'Fechar a lista',
  jobsRetry: 'Rodar de novo',
  jobsRetryTitle: 'Rodar de novo os trabalhos que falharam?',
  jobsRetryText:
    'Cada um recebe todas as tentativas de volta e começa na hora, 1.000 no máximo. Corrija a causa antes.',
  jobsRetried: { one: '{count} trabalho roda de novo.', other: '{count} trabalhos rodam de novo.' },
  jobId: 'Trabalho',
  jobError: 'Tipo de erro',
  jobAttempts: 'Tentativas',
  jobCreated: 'Criado',
  jobNext: 'Próxima tentativa',
  jobNever: 'nenhuma',
};
