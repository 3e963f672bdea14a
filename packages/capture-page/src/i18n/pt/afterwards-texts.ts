import type { afterwardsTexts as original } from '../en/afterwards-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts after a check that failed, and of the wish to have data deleted. */
export const afterwardsTexts: TextsLike<typeof original> = {
  reasonMovement: 'A câmera não conseguiu acompanhar os movimentos.',
  reasonFace: 'Não foi possível ver bem o seu rosto.',
  reasonLight: 'A luz não estava boa para a câmera.',
  reasonOthers: 'Havia mais de um rosto, ou o rosto mudou.',
  reasonUnclear: 'As fotos não ficaram nítidas o bastante para termos certeza.',
  reasonTime: 'O tempo de uma etapa acabou.',
  notApprovedOrder: {
    transaction:
      'O pedido {order} não foi confirmado por esta verificação. Nada foi cobrado nem cancelado aqui: {company} decide o que acontece com o pedido.',
    process:
      'Sua solicitação não foi confirmada por esta verificação. {company} decide o que acontece com ela.',
  },
  notApprovedWays: '{company} pode oferecer outra tentativa com um novo link, ou outra forma de confirmar.',
  againMovement:
    'O movimento não foi visto de novo. Sente-se, apoie o aparelho em algo firme, mova só a cabeça e volte a olhar para a frente depois de cada etapa. Se um movimento é difícil para você, escolha “Preciso fazer de outra forma”.',
  againFace:
    'Ficou difícil ver seu rosto de novo. Sente-se de frente para uma janela ou lâmpada, com o aparelho na altura dos olhos, a um braço de distância.',
  againDark:
    'Estava escuro demais de novo. Vá ao lugar mais claro que puder, como perto de uma janela de dia, e ponha a tela no brilho máximo.',
  againBlurred:
    'A imagem ficou borrada de novo. Limpe a câmera com um pano macio e apoie o aparelho para que não se mova.',
  againUnclear:
    'Não ficou nítido o bastante de novo. Use a câmera deste aparelho sem filtros nem efeitos, com luz de frente e um cômodo atrás de você.',
  againTime:
    'O tempo acabou de novo. Em “Preciso fazer de outra forma” você pode pedir mais tempo e escolher os movimentos fáceis para você.',
  againOther:
    'O mesmo problema aconteceu de novo. Tente outro lugar, com luz à sua frente, ou outro aparelho.',

  eraseTitle: 'Apagar seus dados?',
  eraseFace: 'Em {date}, as fotos desta verificação e o rosto guardado para reconhecer você são apagados.',
  erasePictures: 'Em {date}, as fotos desta verificação são apagadas.',
  erasePicturesBy: 'As fotos feitas até agora são apagadas até {date}.',
  eraseOthersFace:
    'Esta verificação não confirmou quem você é. Um rosto guardado antes permanece, para que ninguém mais possa apagá-lo.',
  eraseWhy: 'Até lá, ficam como prova, caso esta verificação seja contestada.',
  eraseRecord:
    'O registro da solicitação, sem fotos, fica como prova até {date}. Resumos cifrados que acham gravações repetidas ficam por até 90 dias. Os dados podem ser guardados por mais tempo por causa de uma contestação ou obrigação legal.',
  eraseSooner: '{controller} pode informar o que mais pode ser apagado, ou apagado antes.',
  eraseConfirm: 'Sim, apagar meus dados',
  eraseBack: 'Manter meus dados',
  withdrawnTitle: 'Você não concorda mais',
  withdrawnText: 'Esta verificação parou, e nenhuma outra imagem é registrada.',
  withdrawnLater: 'Sua solicitação continua aberta por um tempo: até lá você pode concordar de novo.',
  erasedTitle: 'Exclusão solicitada',
  erasedText: 'Sua solicitação a {controller} foi registrada em {time}.',
};
