import type { fillTexts as original } from '../../en/sandbox/fill-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Transações de exemplo de uma organização, e a primeira tarefa guiada. */
export const fillTexts: TextsLike<typeof original> = {
  fillTitle: 'Experimente o portal com transações de exemplo',
  fillText:
    '{all} transações inventadas dos últimos 30 dias, em três lojas próprias: com tentativas, webhooks, chamadas e números. Nenhum webhook é enviado, e um clique remove tudo.',
  fillStart: 'Preencher com {all} transações',
  fillRunning: 'As transações de exemplo estão sendo criadas: {done} de {all}.',
  fillClearing: 'As transações de exemplo estão sendo removidas: {done} de {all}.',
  fillClearingRest: 'As transações já saíram; seguem os eventos, os números e as lojas.',
  fillMade: 'As transações de exemplo estão prontas.',
  fillRetry: 'Tentar de novo',
  fillStalled: 'Nada aconteceu há algum tempo. Uma nova tentativa é feita a cada minuto.',
  fillProgress: 'Andamento',
  fillKeepWorking: 'Continua sozinho, mesmo que você saia desta página.',
  fillThere: 'Transações de exemplo',
  fillThereText: {
    one: 'Há {count} transação inventada nesta organização, em três lojas marcadas como sandbox.',
    many: 'Há {count} de transações inventadas nesta organização, em três lojas marcadas como sandbox.',
    other: 'Há {count} transações inventadas nesta organização, em três lojas marcadas como sandbox.',
  },
  fillClear: 'Remover tudo',
  fillClearTitle: 'Remover as transações de exemplo?',
  fillClearText:
    'As três lojas de exemplo saem com tudo o que há nelas, inclusive o que você mesmo criou lá. Todas as outras transações da organização ficam.',
  fillDone: 'As transações de exemplo foram removidas.',
  fillCommand: 'Copiar como comando',
  taskOffer: 'Começar a primeira tarefa',
  taskGoOn: 'Continuar a tarefa',
  taskTitle: 'Primeira tarefa: por que este cliente não conseguiu pagar?',
  taskText: 'Um cliente pergunta pelo pedido {order}. Descubra o que deu errado e envie um novo link.',
  taskFind:
    'Encontre: cole o número do pedido no campo de busca acima e abra-o, ou tecle /, cole e tecle Enter.',
  taskRead: 'Abra "Tentativas": ali está o que falhou em cada uma.',
  taskLink: 'Clique em "Novo link" e em "Gerar o link", ou tecle R e depois L.',
  taskStepDone: 'Feito',
  taskStepOpen: 'A fazer',
  taskCopy: 'Copiar o número do pedido',
  taskLater: 'Depois',
  taskClose: 'Fechar',
  taskAll: 'Você ajudou o cliente. O suporte não precisa de mais do que isso.',
  taskGone: 'O pedido desta tarefa terminou. Remova as transações de exemplo e crie outras para ter um novo.',
};
