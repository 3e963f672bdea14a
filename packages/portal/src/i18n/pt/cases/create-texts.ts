import type { createTexts as original } from '../../en/cases/create-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Creating a transaction by hand. */
export const createTexts: TextsLike<typeof original> = {
  createIntro:
    'Valem as mesmas verificações que para o seu sistema. Você recebe um link para enviar à pessoa.',
  createOrder: 'Pedido',
  createPerson: 'Pessoa',
  createCard: 'Cartão',
  createCompany: 'Empresa',
  createChoose: 'Escolha',
  createKind: 'Tipo de identidade',
  createIdentity: 'Identidade',
  createIdentityHint: 'Com ou sem pontos e traços.',
  createOrderNumber: 'Número do pedido',
  createValue: 'Valor (opcional)',
  createCurrency: 'Moeda',
  createCurrencyNone: 'Não mostrada à pessoa',
  createFirst: '8 primeiros dígitos',
  createLast: '4 últimos dígitos',
  createCardHint: 'Nunca o número inteiro.',
  createName: 'Nome no cartão',
  createExpiration: 'Validade (opcional)',
  createExpirationHint: 'MM/AA',
  createAct: 'Criar e obter o link',
  createCommandText:
    'Grave o primeiro texto no arquivo transaction.json e ponha um token de acesso em ACCESS_TOKEN. A resposta, com o link, vai para created.json.',
  createWrongIdentity: 'Os dígitos verificadores não conferem. Compare mais uma vez.',
  createWrongFirst: 'Digite os 8 primeiros dígitos.',
  createWrongLast: 'Digite os 4 últimos dígitos.',
  createWrongExpiration: 'Digite mês e ano, como 12/39.',
  createWrongValue: 'Digite um valor, com no máximo 13 dígitos e 4 casas decimais.',
  createAmbiguousValue: 'Podem ser milhares ou decimais. Digite, por exemplo, 1500 ou 1,50.',
  createdTitle: 'Criada',
  createdText: 'Envie este link à pessoa. Ele abre uma vez e é mostrado só agora.',
  createdNoLink: 'Nenhuma selfie é necessária: {status}. {why}',
  createdOpen: 'Abrir a transação',
  createAnother: 'Criar outra',
};
