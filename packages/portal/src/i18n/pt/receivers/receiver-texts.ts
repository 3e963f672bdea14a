import type { TextsOf } from '../../texts.ts';

/** The same in Portuguese. */
export const receiverTexts: TextsOf<'receivers'> = {
  receiverTitle: 'O que o seu receptor recebe',
  receiverLinkTitle: 'Abrir a página do receptor',
  receiverLinkText:
    'O link funciona uma vez, e a página fica neste navegador por 8 horas. Você vê o que é enviado a um destino de webhooks e pode pedir um novo envio. Não precisa de conta.',
  receiverOpen: 'Abrir a página',
  receiverGoOn: 'Mostrar a página que está aberta neste navegador',
  receiverNoneTitle: 'Esta página se abre por um link',
  receiverNoneText:
    'O endereço sozinho não abre nada. Se você abriu um link em outro dispositivo ou em outro navegador, a página está aberta só lá. Peça um novo link a quem gerencia o destino de webhooks.',
  receiverUsed: 'Já foi aberto',
  receiverUsedText:
    'Um link funciona uma vez. A página fica, por 8 horas, no dispositivo e no navegador em que foi aberto. Em outro lugar, é preciso um novo link.',
  receiverUsedHereText:
    'Um link funciona uma vez. Há uma página aberta neste navegador, e você pode continuar nela.',
  receiverOver: 'Tem mais de 24 horas, ou foi encerrado',
  receiverOverText: 'Peça um novo link a quem gerencia o destino de webhooks.',
  receiverEndedTitle: 'A sessão terminou',
  receiverEndedText:
    'Ela dura 8 horas, ou menos se alguém a encerra ou desativa o destino. Para voltar, peça um novo link a quem gerencia o destino de webhooks.',
  receiverUntil: 'Esta sessão termina: {time}.',
  receiverEnd: 'Encerrar',
  receiverEndTitle: 'Encerrar esta sessão?',
  receiverEndText: 'Você precisa de um novo link para voltar.',
  receiverRate: {
    one: '{delivered} de {count} entrega chegou.',
    other: '{delivered} das últimas {count} entregas chegaram.',
  },
  receiverUntried: 'Nada foi entregue ainda.',
  receiverFailing: {
    one: 'Falha desde {time}, com {count} tentativa sem êxito seguida.',
    other: 'Falha desde {time}, com {count} tentativas sem êxito seguidas.',
  },
  receiverWaiting: {
    none: 'Nada aguarda envio.',
    one: '{count} entrega aguarda envio.',
    other: '{count} entregas aguardam envio.',
  },
  receiverMoreWaiting: 'Mais de {count} entregas aguardam envio.',
  receiverAnswer: 'Resposta',
  receiverAnswered: 'HTTP {status}',
  receiverNoAnswer: 'Nenhuma',
  receiverNotTried: 'Ainda não enviada',
  receiverAbout: 'Id da transação ou número do pedido',
  receiverSignature:
    'A assinatura é calculada com o segredo que assina agora. Antes de uma troca do segredo, foi enviada outra.',
  receiverPanel: 'Quem desenvolve o receptor',
  receiverPanelText:
    'Quem cuida do receptor abre, por um link de uso único e sem conta, uma página com as entregas deste destino.',
  receiverMake: 'Link para quem desenvolve o receptor',
  receiverNobody: 'Nenhum link e nenhuma sessão em aberto.',
  receiverMadeTitle: 'O link',
  receiverMadeText:
    'Funciona uma vez, até {time}, e só é mostrado agora. Entregue-o onde ninguém mais o leia.',
  receiverState_link: 'Link, ainda não aberto',
  receiverState_session: 'Sessão',
  receiverMadeBy: 'Criado por {name}',
  receiverMadeByCommand: 'Criado por comando',
  receiverLastUsed: 'Último uso: {time}',
  receiverExpires: 'Até {time}',
  receiverEndNow: 'Encerrar agora',
  receiverEnded: 'Foi encerrado.',
};
