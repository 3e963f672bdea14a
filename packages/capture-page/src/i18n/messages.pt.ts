import type { Messages } from './messages.ts';

/** Every text of the page in Portuguese as written in Brazil. */
export const pt: Messages = {
  documentTitle: 'Confirmação de identidade',
  headerLabel: 'Verificação segura',
  languageLabel: 'Idioma',

  loadingTitle: 'Um momento…',
  loadingText: 'Estamos abrindo sua solicitação.',

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

  phoneTitle: 'Continue no celular',
  phoneText: 'Aponte a câmera do celular para este código e abra o endereço que aparecer.',
  sendTitle: 'Envie ao titular do cartão',
  sendText: 'Envie este link ao titular do cartão e a mais ninguém. A pessoa confirma no aparelho dela.',
  qrLabel: 'Código QR com o link',
  linkOnce: 'O link abre uma única vez, até {time}.',
  shareLink: 'Enviar o link',
  shareMessage: {
    transaction: '{company} pede que você confirme que um cartão é seu:',
    process: '{company} pede que você confirme sua identidade:',
  },
  copyLink: 'Copiar o link',
  linkCopied: 'Copiado',
  copyByHand: 'Copie este link, por favor:',
  newLink: 'Criar um novo link',
  noNewLink: 'Não é possível criar mais links. Use o último ou continue aqui.',
  stayHere: 'Prefiro fazer aqui',
  stateSent: 'Aguardando a abertura. Esta página acompanha tudo.',
  stateOpened: 'Está aberto no outro aparelho. Continue por lá.',
  stateOpenedByHolder: 'O titular do cartão abriu o link.',
  stateBusy: 'As imagens estão sendo feitas no outro aparelho.',
  stateExpired: 'O link não foi aberto a tempo.',

  primerTitle: 'Prepare-se para a câmera',
  primerText: 'Você vai olhar para a frente e virar a cabeça, no seu ritmo.',
  primerTextDistance:
    'Você vai olhar para a frente, chegar mais perto da câmera e se afastar dela, no seu ritmo. Se preferir, mova o aparelho.',
  tipLight: 'Procure um lugar com luz à sua frente',
  tipFace: 'Tire óculos escuros, boné ou máscara',
  tipHeight: 'Segure o aparelho na altura dos olhos',
  waysSummary: 'Preciso de outro jeito',
  wayDistance: 'Não consigo virar a cabeça',
  wayDistanceHelp: 'Em vez disso, vou me aproximar e me afastar.',
  wayUnhurried: 'Quero mais tempo em cada passo',
  wayUnhurriedHelp: 'Cada passo espera mais por você.',
  primerPermission: 'O navegador pode pedir para usar a câmera. Escolha “Permitir”.',
  startCamera: 'Abrir a câmera',
  attemptsLeftOne: 'Você tem mais 1 tentativa.',
  attemptsLeftMany: 'Você tem {count} tentativas.',

  cameraTitle: 'Siga as orientações com o rosto',
  cameraOpening: 'Abrindo a câmera…',
  cameraOpeningText: 'Se o navegador perguntar, escolha “Permitir”.',
  cameraPreparing: 'Posicione o rosto dentro do oval',
  cameraPreview: 'Imagem da sua câmera, espelhada',
  stepProgress: 'Passo {step} de {total}',
  stepDone: 'Muito bem!',
  stop: 'Fechar a câmera',
  otherCamera: 'Outra câmera',
  cameraReturning: 'A câmera parou. Procurando por ela…',
  frameSending: 'Enviando a imagem. A sua conexão está lenta.',
  connectionLost: 'Conexão perdida. Tentando de novo…',
  connectionBack: 'A conexão voltou.',
  poseFront: 'Olhe para a frente',
  poseLeft: 'Vire a cabeça devagar para a sua esquerda',
  poseRight: 'Vire a cabeça devagar para a sua direita',
  poseNearer: 'Chegue mais perto, devagar',
  poseFarther: 'Afaste-se devagar',
  poseBack: 'Volte para onde você começou',
  hintNoFace: 'Posicione o rosto dentro do oval',
  hintSeveralFaces: 'Só uma pessoa na imagem, por favor',
  hintTooDark: 'Está escuro. Procure mais luz',
  hintCovered: 'Algo cobre a câmera. Descubra a lente',
  hintTooBright: 'Luz demais. Afaste-se da luz forte',
  hintBlurred: 'Não se mexa por um instante',
  hintTooSmall: 'Chegue um pouco mais perto',
  hintTooClose: 'Afaste-se um pouco',
  hintOffCentre: 'Traga o rosto para o centro',
  hintOccluded: 'Mostre o rosto inteiro, por favor',
  hintPlainBackground: 'Deixe aparecer mais do que uma parede lisa atrás de você',

  deniedTitle: 'A câmera ainda não foi permitida',
  deniedText: 'Sem a câmera não podemos confirmar que é você. Veja como permitir:',
  deniedIos:
    'No Safari, toque no ícone ao lado do endereço, depois em “Ajustes do Site”, e em Câmera escolha “Permitir”.',
  deniedIosSystem: 'Se nada mudar, abra os Ajustes do iPhone, procure o navegador e ative Câmera.',
  deniedIosOther: 'Abra os Ajustes do iPhone, escolha Apps e este navegador, e ative Câmera.',
  deniedAndroid: 'Toque no ícone ao lado do endereço, depois em “Permissões”, e ative Câmera.',
  deniedAndroidSystem:
    'Se nada mudar, abra Configurações, Apps, seu navegador, Permissões e permita a Câmera.',
  deniedSamsung: 'Toque no cadeado ao lado do endereço, depois em “Permissões”, e permita a Câmera.',
  deniedSafari: 'No menu Safari, escolha “Ajustes deste Site” e em Câmera selecione “Permitir”.',
  deniedFirefox: 'Clique na câmera riscada ao lado do endereço e remova o bloqueio.',
  deniedDesktop: 'Clique no ícone ao lado do endereço e em Câmera escolha “Permitir”.',
  deniedDesktopSystem:
    'Se nada mudar, confira se as configurações de privacidade do computador permitem a câmera.',
  deniedThen: 'Depois volte aqui e escolha “Tentar de novo”.',
  blockedTitle: 'A câmera não pode ser aberta aqui',
  blockedText:
    'Não é nada com você nem com o seu aparelho: a página em volta desta não libera a câmera. Você pode continuar em uma aba própria.',
  missingTitle: 'Não encontramos uma câmera',
  missingText:
    'Este aparelho parece não ter câmera, ou ela está desligada. Conecte ou ligue uma câmera e tente de novo.',
  busyTitle: 'A câmera está em uso',
  busyText:
    'Outro aplicativo ou aba está usando a câmera. Feche chamadas de vídeo e outras abas com câmera e tente de novo.',
  unpluggedTitle: 'A câmera parou',
  unpluggedText: 'A imagem foi interrompida. Confira a conexão da câmera e tente de novo.',
  insecureTitle: 'A câmera precisa de uma página segura',
  insecureText:
    'O navegador só abre a câmera em endereços seguros. Confira se o endereço começa com “https://”.',
  unsupportedTitle: 'Este navegador não consegue abrir a câmera',
  unsupportedText: 'Atualize o navegador, ou peça um novo link e abra no navegador principal do seu celular.',
  blackTitle: 'A câmera não mostra imagem',
  blackText:
    'Algo parece cobrir a câmera, ou ela está desligada. Descubra a câmera, acenda uma luz e tente de novo.',
  infraredTitle: 'Esta câmera não vê cores',
  infraredText:
    'Ela serve para desbloquear o computador e não mostra bem o seu rosto. Conecte outra câmera ou continue com um celular.',
  inAppTitle: 'Abra esta página no seu navegador',
  inAppText:
    'Você está dentro de outro aplicativo, e ele não deixa abrir a câmera. No navegador do seu celular funciona.',
  inAppCopy: 'Escolha “Receber meu link” e copie o link.',
  inAppIos: 'Saia deste aplicativo e abra o Safari ou o navegador que preferir.',
  inAppAndroid: 'Escolha “Abrir no navegador” ou abra você mesmo o seu navegador.',
  inAppPaste: 'Se não abrir sozinho, cole o link onde fica o endereço.',
  inAppNoLink: 'Peça um novo link e abra-o no navegador do seu celular.',
  linkOutMake: 'Receber meu link',
  linkOutLabel: 'Seu link',
  linkOutCopied: 'O link foi copiado.',
  linkOutByHand: 'Toque no link para selecioná-lo e depois copie.',
  linkOutCopy: 'Copiar o link',
  linkOutFailed: 'Não há link agora. Tente de novo em instantes.',
  openTab: 'Abrir em uma aba própria',
  openBrowser: 'Abrir no navegador',

  failedTitle: 'Ainda não deu certo',
  failedChallengeMissed: 'Não conseguimos acompanhar o movimento. Vire a cabeça devagar, até o anel avançar.',
  failedDistanceMissed:
    'Não conseguimos acompanhar o movimento. Aproxime-se ou afaste-se devagar, até o anel avançar.',
  failedNoFace: 'Não conseguimos ver bem o seu rosto. Procure boa luz e mantenha o rosto no oval.',
  failedSeveralFaces:
    'Havia mais de um rosto na imagem. Escolha um lugar onde só você apareça, sem pessoas, pôsteres ou telas atrás de você.',
  failedTooDark:
    'Estava escuro demais para ver você bem. Acenda uma luz à sua frente ou fique de frente para uma janela, e aumente o brilho da tela.',
  failedTooBright: 'A luz estava forte demais para ver você bem. Saia do sol direto ou afaste-se da lâmpada.',
  failedBlurred: 'A imagem ficou borrada. Limpe a câmera, apoie o aparelho se puder e mova-se devagar.',
  failedTooSmall: 'Você ficou um pouco longe da câmera. Chegue mais perto, até o rosto preencher o oval.',
  failedTooClose: 'Você ficou um pouco perto demais da câmera. Afaste-se, até o rosto inteiro caber no oval.',
  failedOffCentre: 'Seu rosto saiu do centro. Segure o aparelho bem à sua frente e mantenha o rosto no oval.',
  failedOccluded:
    'Parte do seu rosto estava coberta. Tire mãos, cabelo, máscara ou óculos escuros da frente. Lenço ou véu pode ficar, se o rosto estiver livre.',
  failedTurnFlat:
    'Não conseguimos ver bem o movimento. Mantenha o aparelho parado e vire só a cabeça, devagar, com luz suave e sem reflexos.',
  failedDistanceFlat:
    'Não conseguimos ver bem o movimento. Chegue devagar tão perto quanto o oval pede e depois afaste-se bem, com mais do que uma parede lisa atrás de você.',
  failedPersonChanged:
    'Precisamos da mesma e única pessoa do começo ao fim. Veja se não há mais ninguém na imagem.',
  failedTimeout:
    'O tempo deste passo acabou. Tudo bem: em “Preciso de outro jeito” você pode pedir mais tempo.',
  failedTimeoutUnhurried: 'O tempo deste passo acabou. Tudo bem: acomode-se primeiro e comece quando quiser.',
  failedInterrupted: 'Esta tentativa foi interrompida. Nada se perdeu, você pode começar de novo.',
  retryUntil: 'Até {time} você pode tentar de novo.',
  retryAfter:
    'Depois disso, a verificação termina sem confirmação, e {company} pode orientar você sobre o próximo passo.',
  tryAgain: 'Tentar de novo',

  waitingTitle: 'Estamos verificando',
  waitingText: 'Costuma levar alguns segundos. Mantenha esta página aberta.',
  waitingLong:
    'Está demorando mais que o normal. Você pode fechar esta página: {company} receberá o resultado mesmo assim.',
  waitingCheck: 'Verificar agora',

  approvedTitle: 'Tudo certo!',
  approvedText: 'A verificação foi concluída. {company} já tem o resultado.',
  notApprovedTitle: 'Não foi possível confirmar desta vez',
  notApprovedText:
    'Isso não quer dizer que você fez algo errado. {company} pode orientar você sobre o próximo passo.',
  leaving: 'Estamos levando você de volta a {company}.',
  staying: 'Fique o tempo que quiser. Para voltar a {company}, use o botão.',
  stayOnPage: 'Ficar nesta página',
  closePage: 'Você pode fechar esta página.',
  closeAndGoBack: 'Você pode fechar esta página e voltar ao aparelho onde começou.',
  closeHelped: 'Era só isso. Você pode fechar esta página.',
  leave: 'Sair desta página',
  leaveTitle: 'Sair da confirmação?',
  leaveText:
    'Nada se perde: sua solicitação continua aberta por um tempo, e você pode voltar por onde começou.',
  leaveStay: 'Continuar aqui',
  leaveConfirm: 'Sair',
  leaveClose: 'Fechar',
  continueTo: 'Continuar em {company}',

  declinedTitle: 'Sem problema',
  declinedText:
    'Nada foi registrado. Sua solicitação continua aberta por um tempo: você pode voltar e aceitar depois.',
  declinedElse: 'Se preferir outro caminho, fale com {company}.',
  changedMind: 'Mudei de ideia',

  linkInvalidTitle: 'Este link não pode ser aberto aqui',
  linkInvalidText:
    'Para a sua segurança, cada link abre uma única vez, por tempo limitado, e só no navegador que o abriu primeiro.',
  linkInvalidAgain: 'Se você já o abriu antes, continue por lá.',
  linkInvalidWhat: 'Se não, volte à página, ao aplicativo ou à pessoa que o enviou e peça um novo link.',
  linkInvalidAsk: 'Se não, peça um novo link a {company}.',
  noCookiesTitle: 'Este navegador não guarda cookies',
  noCookiesText:
    'Para a sua segurança, esta confirmação precisa de um cookie, e este navegador não o guarda. Em outro navegador funciona.',
  noCookiesUnused:
    'Para a sua segurança, esta confirmação precisa de um cookie, e este navegador não o guarda. Em outro navegador funciona: seu link ainda não foi usado.',
  noCookiesPaste: 'Abra outro navegador e cole o link onde fica o endereço.',
  noCookiesNewLink: 'Peça um novo link e abra-o em outro navegador.',
  noCookiesAllow:
    'Ou permita cookies para esta página nas configurações deste navegador e escolha “Tentar de novo”.',
  timeUpTitle: 'Seu tempo acabou',
  timeUpText:
    'Para a sua segurança, esta página fica aberta por tempo limitado. Nada se perdeu, você pode continuar agora.',
  goOn: 'Continuar',
  expiredTitle: 'O prazo desta solicitação terminou',
  expiredText:
    'Não há mais nada a fazer aqui. Se ainda precisar da verificação, peça um novo link a {company}.',
  canceledTitle: {
    transaction: 'Esta solicitação foi cancelada',
    process: 'Não foi possível concluir esta verificação',
  },
  canceledText: {
    transaction: '{company} não precisa mais desta verificação. Não há mais nada a fazer aqui.',
    process: 'Não foi por sua causa. {company} pode orientar você sobre o próximo passo.',
  },
  unknownEndedTitle: 'Agradecemos o aviso',
  unknownEndedText: '{company} fica sabendo que você não conhece esta compra.',
  unknownEndedCard:
    'Alguém pode estar usando o seu cartão? Bloqueie-o no aplicativo do banco ou ligue para o número no verso, e confira suas últimas compras.',
  absentEndedTitle: 'Está tudo anotado',
  absentEndedText: '{company} fica sabendo que o titular do cartão não estava aqui. A solicitação terminou.',
  absentEndedNext: 'Para fazer depois, com o titular, peça um novo link a {company}.',

  errorTitle: 'Algo deu errado',
  errorText: 'Nada se perdeu. Tente de novo em instantes.',
  offlineTitle: 'Parece que você está sem internet',
  offlineText: 'Nada se perdeu. Continuaremos sozinhos assim que a conexão voltar.',
  retry: 'Tentar de novo',
};
