import type { pageTexts as original } from '../en/page-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the page around every screen: its title, loading and faults. */
export const pageTexts: TextsLike<typeof original> = {
  documentTitle: 'Confirmação de identidade',
  headerLabel: 'Verificação segura',
  languageLabel: 'Idioma',

  loadingTitle: 'Um momento…',
  loadingText: 'Estamos abrindo sua solicitação.',

  errorTitle: 'Algo deu errado',
  errorText: 'Nada se perdeu. Tente de novo em instantes.',
  offlineTitle: 'Parece que você está sem internet',
  offlineText: 'Nada se perdeu. Vamos continuar automaticamente assim que a conexão voltar.',
  retry: 'Tentar de novo',
  errorReference: 'Se acontecer de novo, informe esta referência: {reference}',
};
