import type { troubleTexts as original } from '../en/trouble-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of a camera that cannot be used, and attempts that failed. */
export const troubleTexts: TextsLike<typeof original> = {
  deniedTitle: 'Falta permitir a câmera',
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
    'Não é nada com você nem com o seu aparelho: o site em que esta página está aberta não libera a câmera. Você pode continuar em uma nova aba.',
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
    'Pode haver algo na frente da câmera, ou ela está desligada. Tire o que a cobre, acenda uma luz e tente de novo.',
  infraredTitle: 'Esta câmera não capta cores',
  infraredText:
    'Ela serve para desbloquear o computador e não mostra bem o seu rosto. Conecte outra câmera ou continue no celular.',
  inAppTitle: 'Abra esta página no seu navegador',
  inAppText:
    'Você está dentro de outro aplicativo, que não deixa abrir a câmera. No navegador do seu celular funciona.',
  inAppCopy: 'Escolha “Obter meu link” e copie o link.',
  inAppIos: 'Saia deste aplicativo e abra o Safari ou o navegador que preferir.',
  inAppAndroid: 'Escolha “Abrir no navegador” ou abra o navegador por conta própria.',
  inAppPaste: 'Se não abrir automaticamente, cole o link na barra de endereço.',
  inAppNoLink: 'Peça um novo link e abra-o no navegador do seu celular.',
  linkOutMake: 'Obter meu link',
  linkOutLabel: 'Seu link',
  linkOutCopied: 'Link copiado.',
  linkOutByHand: 'Toque no link para selecioná-lo e depois copie.',
  linkOutCopy: 'Copiar o link',
  linkOutFailed: 'Não conseguimos criar um link agora. Tente de novo em instantes.',
  openTab: 'Abrir em uma nova aba',
  openBrowser: 'Abrir no navegador',

  failedTitle: 'Ainda não deu certo. Vamos tentar de novo',
  failedChallengeMissed:
    'Não conseguimos acompanhar o movimento, ou vimos outro antes. Espere o que a tela pede e mova-se devagar, até o anel avançar.',
  failedDistanceMissed:
    'Não conseguimos acompanhar o movimento, ou vimos outro antes. Espere o que a tela pede e chegue mais perto ou afaste-se devagar, até o anel avançar.',
  failedNoFace:
    'Não conseguimos ver bem o seu rosto. Procure um lugar bem iluminado e mantenha o rosto no oval.',
  failedSeveralFaces:
    'Havia mais de um rosto na imagem. Escolha um lugar onde só você apareça, sem pessoas, pôsteres ou telas atrás de você.',
  failedTooDark:
    'Estava escuro demais para ver você bem. Acenda uma luz à sua frente ou fique de frente para uma janela, e aumente o brilho da tela.',
  failedTooBright: 'A luz estava forte demais para ver você bem. Saia do sol direto ou afaste-se da lâmpada.',
  failedBlurred: 'A imagem ficou borrada. Limpe a câmera, apoie o aparelho se puder e mova-se devagar.',
  failedTooSmall: 'Você estava um pouco longe da câmera. Chegue mais perto, até o rosto preencher o oval.',
  failedTooClose:
    'Você estava perto demais da câmera. Afaste-se um pouco, até o rosto inteiro caber no oval.',
  failedOffCentre: 'Seu rosto saiu do centro. Segure o aparelho bem à sua frente e mantenha o rosto no oval.',
  failedOccluded:
    'Parte do seu rosto estava coberta. Afaste as mãos e o cabelo e tire a máscara ou os óculos escuros. Lenço ou véu pode ficar, se deixar o rosto livre.',
  failedNotLive:
    'Não deu para ver com clareza que é uma pessoa, e não uma imagem. Fique de frente para a luz, segure o aparelho parado na altura dos olhos, com o braço esticado, e mova só a cabeça, não o aparelho.',
  failedDistanceNotLive:
    'Não deu para ver com clareza que é uma pessoa, e não uma imagem. Fique de frente para a luz, chegue devagar tão perto quanto o oval pede e depois afaste-se bem, com mais do que uma parede lisa atrás de você.',
  failedPersonChanged: 'Só você pode aparecer, do começo ao fim. Veja se não há mais ninguém na imagem.',
  failedTimeout:
    'O tempo desta etapa acabou. Tudo bem: em “Preciso fazer de outra forma” você pode pedir mais tempo.',
  failedTimeoutUnhurried: 'O tempo desta etapa acabou. Tudo bem: acomode-se primeiro e comece quando quiser.',
  failedInterrupted: 'Esta tentativa foi interrompida. Nada se perdeu. Você pode começar de novo.',
  retryUntil: 'Você pode tentar de novo até: {time}',
  retryAfter:
    'Depois disso, a verificação termina sem confirmação, e {company} pode orientar você sobre o próximo passo.',
  tryAgain: 'Tentar de novo',
};
