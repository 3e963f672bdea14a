import type { consentTexts as original } from '../en/consent-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the consent, the identity and the choices beside it. */
export const consentTexts: TextsLike<typeof original> = {
  consentTitle: 'Olá, {firstName}',
  consentTitleNameless: { transaction: 'Olá', process: 'Uma verificação rápida' },
  consentLead: '{company} pede que você confirme que este cartão é seu.',
  leadOnboarding: '{company} pede que você confirme sua identidade, para concluir seu cadastro.',
  leadCredit: '{company} pede que você confirme sua identidade, para sua solicitação de crédito.',
  leadCar: '{company} pede que você confirme sua identidade, para a compra do seu carro.',
  leadIdentity: '{company} quer ter certeza de que é você, e não alguém em seu nome.',
  detailCompany: 'Solicitado por',
  detailPurpose: 'Para',
  purposeOnboarding: 'Seu cadastro',
  purposeCredit: 'Sua solicitação de crédito',
  purposeCar: 'A compra do seu carro',
  purposeIdentity: 'Confirmar sua identidade',
  detailOrder: 'Pedido',
  detailCard: 'Cartão',
  detailIdentity: 'Identidade',
  anotherIdentity: 'O cartão é meu com outra identidade',
  identityTitle: 'Com qual identidade o cartão é seu?',
  identityText:
    'Vamos confirmar você como esta pessoa ou empresa. {company} verá que a identidade mudou, não o que você digita aqui. Funciona quando seu rosto já foi confirmado com ela antes.',
  identityKind: 'Tipo de identidade',
  identityValue: 'Número',
  identitySend: 'Usar esta identidade',
  identityInvalid: 'Este número não é válido. Confira os dígitos.',
  identityFixed: 'A identidade não pode mais ser alterada aqui.',
  back: 'Voltar',
  choicesSummary: { transaction: 'É outra coisa', process: 'Em outro aparelho' },
  choicesDeclined: { transaction: 'Ou é outra coisa?', process: 'Ou em outro aparelho?' },
  choiceUnknown: 'Não conheço esta compra',
  choiceUnknownHelp: 'Avisamos {company}, e a solicitação termina.',
  choiceAbsent: 'O titular do cartão não está aqui',
  choiceAbsentHelp: 'A solicitação termina sem verificação.',
  choiceCardholder: 'Enviar ao titular do cartão',
  choiceCardholderHelp: 'A pessoa confirma no aparelho dela.',
  choicePhone: 'Continuar em um celular',
  choicePhoneHelp: 'Abra lá com um código ou um link.',
  unknownTitle: 'Você não conhece esta compra?',
  unknownWhich: 'É o pedido {order} em {company}, com o cartão {card}.',
  unknownEffect:
    'Se você confirmar, a solicitação termina e {company} fica sabendo que você não conhece a compra. Não dá para desfazer isso aqui.',
  unknownConfirm: 'Sim, não conheço',
  absentTitle: 'O titular do cartão não está aqui?',
  absentEffect:
    'Se você confirmar, a solicitação termina e {company} fica sabendo que o titular não estava aqui. Não dá para desfazer isso aqui.',
  absentInstead: 'Consegue falar com essa pessoa? Então você pode enviar um link a ela.',
  absentConfirm: 'Sim, encerrar a solicitação',
  consentHow: 'O que acontece com a sua imagem',
  consentCapture:
    'A câmera registra imagens do seu rosto enquanto você faz alguns movimentos simples. Costuma levar menos de um minuto.',
  consentPurpose: {
    transaction:
      'Elas têm uma única finalidade: confirmar que o cartão pertence a você e proteger você contra fraudes. Para isso, também anotamos se elas vêm direto de uma câmera.',
    process:
      'Elas têm uma única finalidade: confirmar que é você, para o que está indicado acima, e proteger você contra fraudes. Para isso, também anotamos se elas vêm direto de uma câmera.',
  },
  consentStorage:
    'As imagens e as medidas do rosto são guardadas com criptografia e podem servir para reconhecer você em outra verificação.',
  consentShare: {
    transaction: 'A resposta enviada a {company} é o resultado da verificação, não as suas imagens.',
    process:
      'A resposta enviada a {company} é o resultado da verificação, não as suas imagens. Por uma hora, {company}, ou outra empresa do mesmo grupo, também pode confirmar com elas pagamentos seus, sem pedir novas imagens.',
  },
  consentLegal:
    'Ao escolher “Concordo”, você consente com o uso da sua biometria facial para essa finalidade. Nada é registrado antes disso.',
  accept: 'Concordo e quero continuar',
  decline: 'Agora não',
};
