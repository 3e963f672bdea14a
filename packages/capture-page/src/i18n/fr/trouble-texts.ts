import type { troubleTexts as original } from '../en/trouble-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of a camera that cannot be used, and attempts that failed. */
export const troubleTexts: TextsLike<typeof original> = {
  deniedTitle: 'Il reste à autoriser la caméra',
  deniedText:
    'Sans la caméra, nous ne pouvons pas confirmer que c’est bien vous. Voici comment l’autoriser :',
  deniedIos:
    'Dans Safari, touchez l’icône à côté de l’adresse, puis « Réglages du site web », et réglez Caméra (ou Appareil photo) sur « Autoriser ».',
  deniedIosSystem:
    'Si rien ne change, ouvrez les Réglages de l’iPhone, cherchez votre navigateur et activez Caméra ou Appareil photo.',
  deniedIosOther:
    'Ouvrez les Réglages de l’iPhone, choisissez Apps et ce navigateur, puis activez Caméra ou Appareil photo.',
  deniedAndroid: 'Touchez l’icône à côté de l’adresse, puis « Autorisations », et activez Caméra.',
  deniedAndroidSystem:
    'Si rien ne change, ouvrez Paramètres, Applications, votre navigateur, Autorisations et autorisez Caméra ou Appareil photo.',
  deniedSamsung: 'Touchez le cadenas à côté de l’adresse, puis « Autorisations », et autorisez Caméra.',
  deniedSafari:
    'Dans le menu Safari, choisissez « Réglages de ce site web » et réglez Caméra sur « Autoriser ».',
  deniedFirefox: 'Cliquez sur la caméra barrée à côté de l’adresse et retirez le blocage.',
  deniedDesktop: 'Cliquez sur l’icône à côté de l’adresse et réglez Caméra sur « Autoriser ».',
  deniedDesktopSystem:
    'Si rien ne change, vérifiez que les réglages de confidentialité de votre ordinateur autorisent la caméra.',
  deniedThen: 'Revenez ensuite ici et choisissez « Réessayer ».',
  blockedTitle: 'La caméra ne peut pas s’ouvrir ici',
  blockedText:
    'Cela ne vient ni de vous ni de votre appareil : le site qui affiche cette page n’autorise pas la caméra. Vous pouvez continuer dans un nouvel onglet.',
  missingTitle: 'Nous n’avons trouvé aucune caméra',
  missingText:
    'Cet appareil semble ne pas avoir de caméra, ou elle est éteinte. Branchez ou allumez une caméra et réessayez.',
  busyTitle: 'La caméra est déjà utilisée',
  busyText:
    'Une autre application ou un autre onglet utilise la caméra. Fermez les appels vidéo et les autres onglets avec caméra, puis réessayez.',
  unpluggedTitle: 'La caméra s’est arrêtée',
  unpluggedText: 'L’image s’est interrompue. Vérifiez le branchement de la caméra et réessayez.',
  insecureTitle: 'La caméra demande une page sécurisée',
  insecureText:
    'Les navigateurs n’ouvrent la caméra que sur des adresses sécurisées. Vérifiez que l’adresse commence par « https:// ».',
  unsupportedTitle: 'Ce navigateur ne peut pas ouvrir la caméra',
  unsupportedText:
    'Mettez ce navigateur à jour, ou demandez un nouveau lien et ouvrez-le dans le navigateur principal de votre téléphone.',
  blackTitle: 'La caméra ne montre aucune image',
  blackText:
    'Quelque chose cache peut-être la caméra, ou elle est éteinte. Dégagez-la, allumez une lumière et réessayez.',
  infraredTitle: 'Cette caméra ne capte pas les couleurs',
  infraredText:
    'Elle sert à déverrouiller l’ordinateur et ne montre pas assez bien votre visage. Branchez une autre caméra ou continuez sur un téléphone.',
  inAppTitle: 'Ouvrez cette page dans votre navigateur',
  inAppText:
    'Vous êtes dans une autre application, qui ne laisse pas la caméra s’ouvrir. Cela fonctionne dans le navigateur de votre téléphone.',
  inAppCopy: 'Choisissez « Obtenir mon lien » et copiez-le.',
  inAppIos: 'Quittez cette application et ouvrez Safari ou le navigateur de votre choix.',
  inAppAndroid: 'Choisissez « Ouvrir dans le navigateur » ou ouvrez le navigateur vous-même.',
  inAppPaste: 'S’il ne s’ouvre pas automatiquement, collez le lien dans la barre d’adresse.',
  inAppNoLink: 'Demandez un nouveau lien et ouvrez-le dans le navigateur de votre téléphone.',
  linkOutMake: 'Obtenir mon lien',
  linkOutLabel: 'Votre lien',
  linkOutCopied: 'Lien copié.',
  linkOutByHand: 'Touchez le lien pour le sélectionner, puis copiez-le.',
  linkOutCopy: 'Copier le lien',
  linkOutFailed: 'Nous n’avons pas pu créer de lien. Réessayez dans un instant.',
  openTab: 'Ouvrir dans un nouvel onglet',
  openBrowser: 'Ouvrir dans le navigateur',

  failedTitle: 'Cela n’a pas fonctionné. Réessayons',
  failedChallengeMissed:
    'Nous n’avons pas pu suivre le mouvement, ou nous en avons vu un autre avant. Attendez ce que l’écran demande, puis bougez lentement, jusqu’à ce que l’anneau avance.',
  failedDistanceMissed:
    'Nous n’avons pas pu suivre le mouvement, ou nous en avons vu un autre avant. Attendez ce que l’écran demande, puis approchez-vous ou éloignez-vous lentement, jusqu’à ce que l’anneau avance.',
  failedNoFace:
    'Nous n’avons pas bien vu votre visage. Cherchez un endroit bien éclairé et gardez le visage dans l’ovale.',
  failedSeveralFaces:
    'Il y avait plus d’un visage à l’image. Choisissez un endroit où l’on ne voit que vous, sans personne, affiche ni écran derrière vous.',
  failedTooDark:
    'Il faisait trop sombre pour bien vous voir. Allumez une lumière devant vous ou mettez-vous face à une fenêtre, et augmentez la luminosité de l’écran.',
  failedTooBright:
    'La lumière était trop forte pour bien vous voir. Évitez le plein soleil ou éloignez-vous de la lampe.',
  failedBlurred:
    'L’image était floue. Essuyez la caméra, appuyez l’appareil contre quelque chose si possible et bougez lentement.',
  failedTooSmall:
    'Vous étiez un peu trop loin de la caméra. Approchez-vous jusqu’à ce que votre visage remplisse l’ovale.',
  failedTooClose:
    'Vous étiez un peu trop près de la caméra. Reculez jusqu’à ce que tout votre visage tienne dans l’ovale.',
  failedOffCentre:
    'Votre visage n’était pas au centre. Tenez l’appareil bien en face de vous et gardez le visage dans l’ovale.',
  failedOccluded:
    'Une partie de votre visage était couverte. Écartez les mains et les cheveux, et retirez masque ou lunettes de soleil. Un foulard ou un voile peut rester s’il laisse le visage dégagé.',
  failedNotLive:
    'Nous n’avons pas vu assez clairement qu’il s’agit d’une personne et non d’une image. Mettez-vous face à la lumière, tenez l’appareil immobile à hauteur des yeux, à bout de bras, et bougez seulement la tête, pas l’appareil.',
  failedDistanceNotLive:
    'Nous n’avons pas vu assez clairement qu’il s’agit d’une personne et non d’une image. Mettez-vous face à la lumière, approchez-vous lentement autant que l’ovale le demande, puis éloignez-vous bien, avec autre chose qu’un mur uni derrière vous.',
  failedPersonChanged:
    'Personne d’autre que vous ne doit apparaître, du début à la fin. Vérifiez que vous êtes la seule personne à l’image.',
  failedTimeout:
    'Le temps de cette étape est écoulé. Ce n’est pas grave : sous « J’ai besoin de faire autrement », vous pouvez demander plus de temps.',
  failedTimeoutUnhurried:
    'Le temps de cette étape est écoulé. Ce n’est pas grave : installez-vous d’abord et commencez quand vous voulez.',
  failedInterrupted: 'Cet essai a été interrompu. Rien n’est perdu. Vous pouvez recommencer.',
  retryUntil: 'Vous pouvez réessayer jusqu’à : {time}',
  retryAfter:
    'Ensuite, la vérification prend fin sans confirmation, et {company} pourra vous indiquer la suite.',
  tryAgain: 'Réessayer',
};
