import type { commonTexts as original } from '../en/common-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Words of the whole portal. */
export const commonTexts: TextsLike<typeof original> = {
  tryAgain: 'Tentar de novo',
  cancel: 'Cancelar',
  close: 'Fechar',
  save: 'Salvar',
  back: 'Voltar',
  copy: 'Copiar',
  copyCommand: 'Copiar como comando',
  copied: 'Copiado',
  copyFailed: 'O navegador não deixou a página copiar. Selecione o texto e copie.',
  print: 'Imprimir',
  loading: 'Carregando',
  languageLabel: 'Idioma',
  failedTitle: 'Esta parte não pôde ser exibida',
  codeHelp: 'Código {code} na documentação',
  requestId: 'Requisição {id}',
  noAnswer: 'O servidor não responde. A página continua tentando.',
  notKnown: 'Não houve resposta; não se sabe se foi feito. Confira antes de tentar de novo.',
  awayTitle: 'O servidor não responde.',
  offlineTitle: 'Este dispositivo está sem conexão.',
  awayKept: 'O que você digitou está guardado.',
  awayNext: { one: 'Nova tentativa em {count} segundo.', other: 'Nova tentativa em {count} segundos.' },
  awayNow: 'Tentando agora.',
  tryNow: 'Tentar agora',
  testBadge: 'Teste',
  testMeaning: 'Ambiente de teste: nada aqui é de pessoas reais.',
  productionBadge: 'Produção',
  required: 'Preencha este campo.',
  newRelease: 'Há uma nova versão do portal.',
  reload: 'Recarregar',
  notSent:
    'O servidor não responde e nada foi enviado. O que você digitou está guardado: tente de novo quando ele voltar.',
  browserOther: 'Outro navegador',
  browserOn: '{browser} em {system}',
};
