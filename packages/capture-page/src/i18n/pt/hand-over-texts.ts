import type { handOverTexts as original } from '../en/hand-over-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of passing the page on. */
export const handOverTexts: TextsLike<typeof original> = {
  phoneTitle: 'Continue no celular',
  phoneText: 'Aponte a câmera do celular para este código e abra o endereço que aparecer.',
  sendTitle: 'Envie ao titular do cartão',
  sendText: 'Envie este link ao titular do cartão e a mais ninguém. A pessoa confirma no aparelho dela.',
  qrLabel: 'Código QR com o link',
  linkOnce: 'O link abre uma única vez. Válido até: {time}',
  shareLink: 'Enviar o link',
  shareMessage: {
    transaction: '{company} pede que você confirme que um cartão é seu:',
    process: '{company} pede que você confirme que é você:',
  },
  copyLink: 'Copiar o link',
  linkCopied: 'Copiado',
  copyByHand: 'Copie este link:',
  newLink: 'Criar um novo link',
  noNewLink: 'Não é possível criar mais links. Use o último ou continue aqui.',
  stayHere: 'Prefiro fazer aqui',
  stateSent: 'Esperando o link ser aberto. Acompanhe o andamento nesta página.',
  stateOpened: 'O link está aberto no outro aparelho. Continue por lá.',
  stateOpenedByHolder: 'O titular do cartão abriu o link.',
  stateBusy: 'As imagens estão sendo feitas no outro aparelho.',
  stateExpired: 'O link não foi aberto a tempo.',
};
