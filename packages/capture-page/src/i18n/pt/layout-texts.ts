import type { layoutTexts as original } from '../en/layout-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of how the page is laid out: folded points, the phone beside the consent, asking once more, more time, and signals of a step. */
export const layoutTexts: TextsLike<typeof original> = {
  loadingLate: 'Está demorando? Recarregue a página.',
  pointCapture: 'Imagens do seu rosto',
  pointPurpose: 'Para confirmar, contra fraudes',
  pointStorage: 'Cifradas, para outra verificação',
  pointShare: {
    transaction: 'O resultado; imagens se preciso',
    process: 'Resultado, imagens, uso por 1 hora',
  },
  pointDevice: 'Um cookie identifica o navegador',
  moreDetails: 'Mais sobre esta solicitação',
  phonePanelTitle: 'Mais fácil com o celular',
  phonePanelText: 'Aponte a câmera do celular para o código e continue por lá. Esta página acompanha.',
  phonePanelButton: 'Mostrar um código para o celular',
  phonePanelHere: 'Ou continue aqui, com a câmera deste aparelho.',
  choiceDevice: 'Continuar em outro aparelho',
  deviceTitle: 'Continue em outro aparelho',
  deviceText: 'Aponte a câmera do outro aparelho para este código ou abra o link nele.',
  endTitle: 'Encerrar a solicitação definitivamente?',
  endText: 'Ninguém pode desfazer isso, nem você, nem nós.',
  endBack: 'Não, voltar',
  retryMore: 'Preciso de mais tempo',
  retrySoon: 'Falta menos de um minuto para tentar de novo. Se precisar, escolha “Preciso de mais tempo”.',
  retryNotTaken: 'Não conseguimos falar com o serviço, e o tempo ainda é o mesmo. Tente de novo.',
  retryLonger: 'Agora você tem mais tempo.',
  signalSound: 'Um som discreto depois de cada etapa',
  signalVibration: 'Uma vibração curta depois de cada etapa',
  soundOn: 'Som: ligado',
  soundOff: 'Som: desligado',
  pictureIcon: 'O ícone ao lado do endereço',
  pictureCamera: 'Câmera',
};
