import type { consentTexts as original } from '../en/consent-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the consent, the identity and the choices beside it. */
export const consentTexts: TextsLike<typeof original> = {
  consentTitle: 'Olá, {firstName}',
  consentTitleNameless: { transaction: 'Olá', process: 'Uma verificação rápida' },
  consentLead: '{company} pede que você confirme que este cartão é seu.',
  leadOnboarding: '{company} pede que você confirme que é você, para concluir seu cadastro.',
  leadCredit: '{company} pede que você confirme que é você, para sua solicitação de crédito.',
  leadCar: '{company} pede que você confirme que é você, para a compra do seu carro.',
  leadIdentity: '{company} quer ter certeza de que é você, e não alguém usando o seu nome.',
  detailCompany: 'Solicitado por',
  detailPurpose: 'Para',
  purposeOnboarding: 'Seu cadastro',
  purposeCredit: 'Sua solicitação de crédito',
  purposeCar: 'A compra do seu carro',
  purposeIdentity: 'Confirmar sua identidade',
  detailOrder: 'Pedido',
  detailCard: 'Cartão',
  cardCredit: 'crédito',
  cardDebit: 'débito',
  cardPrepaid: 'pré-pago',
  anotherIdentity: 'O cartão está em outro CPF ou CNPJ',
  identityTitle: 'Em qual CPF ou CNPJ está o cartão?',
  identityText:
    'Vamos confirmar você com esse CPF ou CNPJ. {company} verá que ele mudou, e pessoas autorizadas da empresa podem ver o número. Só funciona se seu rosto já foi confirmado com ele.',
  identityKind: 'Tipo de documento',
  identityValue: 'Número',
  identitySend: 'Usar este número',
  identityInvalid: 'Este número não é válido. Confira os dígitos.',
  identityFixed: 'O CPF ou CNPJ não pode mais ser alterado aqui.',
  back: 'Voltar',
  choicesSummary: { transaction: 'Outra situação', process: 'Em outro aparelho' },
  choicesDeclined: { transaction: 'Ou é outra situação?', process: 'Ou em outro aparelho?' },
  choiceUnknown: 'Não reconheço esta compra',
  choiceUnknownHelp: 'Avisaremos {company}, e a solicitação termina.',
  choiceAbsent: 'O titular do cartão não está aqui',
  choiceAbsentHelp: 'A solicitação termina sem verificação.',
  choiceCardholder: 'Enviar ao titular do cartão',
  choiceCardholderHelp: 'A pessoa confirma no aparelho dela.',
  choicePhone: 'Continuar no celular',
  choicePhoneHelp: 'Abra no celular com um código ou um link.',
  unknownTitle: 'Você não reconhece esta compra?',
  unknownWhich: 'É o pedido {order} na loja {company}, com o cartão {card}.',
  unknownEffect:
    'Se você confirmar, a solicitação termina e avisaremos {company} de que você não reconhece a compra. Não é possível desfazer isso aqui.',
  unknownConfirm: 'Sim, não reconheço',
  absentTitle: 'O titular do cartão não está aqui?',
  absentEffect:
    'Se você confirmar, a solicitação termina e avisaremos {company} de que o titular não estava aqui. Não é possível desfazer isso aqui.',
  absentInstead: 'Consegue falar com essa pessoa? Você pode enviar um link a ela.',
  absentConfirm: 'Sim, encerrar a solicitação',
  consentHow: 'O que acontece com as suas imagens',
  consentCapture:
    'A câmera registra imagens do seu rosto enquanto você faz alguns movimentos simples. Costuma levar menos de um minuto.',
  consentPurpose: {
    transaction:
      'Elas têm uma única finalidade: confirmar que o cartão pertence a você e proteger você contra fraudes. Para isso, também registramos se elas vieram diretamente de uma câmera.',
    process:
      'Elas têm uma única finalidade: confirmar que é você, para o que está indicado acima, e proteger você contra fraudes. Para isso, também registramos se elas vieram diretamente de uma câmera.',
  },
  consentStorage:
    'As imagens e os dados biométricos do rosto são guardados com criptografia e podem servir para reconhecer você em outra verificação. Para achar gravações repetidas, resumos cifrados delas são comparados entre todas as empresas que usam este serviço.',
  consentShare: {
    transaction:
      '{company} recebe o resultado. Pessoas e sistemas autorizados da empresa podem ver suas imagens se houver motivo, como uma contestação. Cada acesso fica registrado.',
    process:
      '{company} recebe o resultado. Pessoas e sistemas autorizados da empresa podem ver suas imagens se houver motivo, como uma contestação. Cada acesso fica registrado. Por uma hora, {company} ou outra empresa do mesmo grupo também pode usar suas imagens para confirmar pagamentos seus, sem pedir novas.',
  },
  consentDevice:
    'Um cookie com um número aleatório identifica este navegador por {device}. Com ele, {company} conta quantas identidades usam o navegador, para proteger contra fraudes. Ele é gravado quando você concorda e não contém mais nada sobre você.',
  consentLegal:
    'Ao escolher “Concordo”, você consente com o uso da sua biometria facial para essa finalidade. Nada é registrado antes disso.',
  consentLegalDevice:
    'Ao escolher “Concordo”, você consente com o uso da sua biometria facial para essa finalidade e com o cookie. Nada é registrado antes disso.',
  accept: 'Concordo e quero continuar',
  withdraw: 'Não concordo mais',
  decline: 'Agora não',
};
