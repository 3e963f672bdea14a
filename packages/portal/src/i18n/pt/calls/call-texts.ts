import type { callTexts as english } from '../../en/calls/call-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The log of API calls in Portuguese. */
export const callTexts: TextsLike<typeof english> = {
  callLogIntro:
    'Pedidos dos sistemas desta organização: o que foi pedido e como foi respondido. Só as formas são guardadas, nunca os valores.',
  callLogOf: 'Uma chamada não é de nenhuma empresa. Só membros que veem todas as empresas veem esta página.',
  callLogNarrow: 'Você vê só algumas empresas',
  callLogKept:
    'As chamadas são guardadas por {days} dias. Chamadas sem token válido e recusas de pedidos de token não ficam no registro.',
  noCallsMade: 'Ainda não há chamadas',
  noCallsMadeText: 'Assim que um dos seus sistemas usar a API, as chamadas ficam aqui.',
  callAnyOperation: 'Qualquer operação',
  callAnyAccount: 'Qualquer conta',
  callOutcome: 'Resultado',
  callAnyOutcome: 'Qualquer resultado',
  callOutcome_2xx: 'Deu certo',
  callOutcome_3xx: 'Redirecionada',
  callOutcome_4xx: 'Recusada',
  callOutcome_5xx: 'Falhou do nosso lado',
  callCode: 'Código de erro',
  callAnyCode: 'Qualquer código',
  callCause: 'Causa',
  callStatus: 'Status',
  callRequest: 'Pedido',
  callRequestId: 'Id do pedido',
  callTitle: 'Chamada da API',
  callFacts: 'Sobre a chamada',
  backToCalls: 'Todas as chamadas',
  callUnknown: 'Não há essa chamada',
  callUnknownText: 'É de outra organização ou saiu depois de {days} dias.',
  callNoShape: 'Não tinha corpo nem consulta.',
  callWhy: 'Por que foi recusada',
  callRemedy: 'O que fazer',
  callNoRemedy: 'Procure o código na documentação da API.',
  callAbout: 'Sobre',
  callAsCommand: 'Copiar como comando',
  callAsCommandText: 'Isto pede o mesmo à API, com um token de acesso do escopo calls:read:',
  causesTitle: 'Por que chamadas foram recusadas',
  causesNone: 'Não há recusas no registro para este período',
  causesNoneText:
    'O registro não tem chamadas sem token válido, recusas de pedidos de token nem nada com mais de {days} dias.',
  causesOperations: 'Operações:',
  causesAccounts: 'Contas:',
  causeLast: 'última {time}',
  causesAll: 'Mostrar todas as causas',
  causesNewest:
    'De uma causa com muitíssimas chamadas são contadas as mais novas. Os números são então mínimos.',
  causesSum: {
    one: 'Uma causa no período escolhido.',
    many: '{count} causas no período escolhido.',
    other: '{count} causas no período escolhido.',
  },
  causeCalls: { one: '{count} chamada', many: '{count} chamadas', other: '{count} chamadas' },
  causeLeast: {
    one: 'Pelo menos {count} chamada',
    many: 'Pelo menos {count} chamadas',
    other: 'Pelo menos {count} chamadas',
  },
  causeShareLeast: {
    one: 'pelo menos {count} chamada',
    many: 'pelo menos {count} chamadas',
    other: 'pelo menos {count} chamadas',
  },
  causeOthers: 'e outras',
  callAccountsLeft: 'Contas que não podem ficar num endereço, ou são demais, não estão nesta lista.',
  callAlike: { one: 'e {count} igual', many: 'e {count} iguais', other: 'e {count} iguais' },
  callAlikeText: {
    one: 'A linha vale por mais {count} chamada do mesmo tipo no mesmo instante ou minuto.',
    many: 'A linha vale por mais {count} chamadas do mesmo tipo no mesmo instante ou minuto.',
    other: 'A linha vale por mais {count} chamadas do mesmo tipo no mesmo instante ou minuto.',
  },
};
