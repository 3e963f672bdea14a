import type { consentTexts as original } from '../en/consent-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the consent, the identity and the choices beside it. */
export const consentTexts: TextsLike<typeof original> = {
  consentTitle: 'Bonjour {firstName}',
  consentTitleNameless: { transaction: 'Bonjour', process: 'Une courte vérification' },
  consentLead: '{company} vous demande de confirmer que cette carte est la vôtre.',
  leadOnboarding: '{company} vous demande de confirmer que c’est bien vous, pour terminer votre inscription.',
  leadCredit: '{company} vous demande de confirmer que c’est bien vous, pour votre demande de crédit.',
  leadCar: '{company} vous demande de confirmer que c’est bien vous, pour l’achat de votre voiture.',
  leadIdentity: '{company} souhaite s’assurer que c’est bien vous, et non quelqu’un qui utilise votre nom.',
  detailCompany: 'Demandé par',
  detailPurpose: 'Pour',
  purposeOnboarding: 'Votre inscription',
  purposeCredit: 'Votre demande de crédit',
  purposeCar: 'L’achat de votre voiture',
  purposeIdentity: 'Confirmer votre identité',
  detailOrder: 'Commande',
  detailCard: 'Carte',
  cardCredit: 'crédit',
  cardDebit: 'débit',
  cardPrepaid: 'prépayée',
  anotherIdentity: 'La carte est enregistrée sous un autre numéro d’identité',
  identityTitle: 'Sous quel numéro d’identité la carte est-elle enregistrée ?',
  identityText:
    'Nous vérifierons que vous êtes la personne ou l’entreprise de ce numéro. {company} verra que le numéro a changé, et son personnel autorisé peut voir le numéro. Cela ne fonctionne que si votre visage a déjà été confirmé avec ce numéro.',
  identityKind: 'Type de numéro',
  identityValue: 'Numéro',
  identitySend: 'Utiliser ce numéro',
  identityInvalid: 'Ce numéro n’est pas valide. Vérifiez les chiffres.',
  identityFixed: 'Le numéro d’identité ne peut plus être modifié ici.',
  back: 'Retour',
  choicesSummary: { transaction: 'Autre situation', process: 'Sur un autre appareil' },
  choicesDeclined: {
    transaction: 'Ou est-ce une autre situation ?',
    process: 'Ou sur un autre appareil ?',
  },
  choiceUnknown: 'Je ne reconnais pas cet achat',
  choiceUnknownHelp: 'Nous en informerons {company} et la demande prend fin.',
  choiceAbsent: 'Le titulaire de la carte n’est pas là',
  choiceAbsentHelp: 'La demande prend fin sans vérification.',
  choiceCardholder: 'Envoyer au titulaire de la carte',
  choiceCardholderHelp: 'Le titulaire confirme sur son propre appareil.',
  choicePhone: 'Continuer sur un téléphone',
  choicePhoneHelp: 'Ouvrez la page sur le téléphone avec un code ou un lien.',
  unknownTitle: 'Vous ne reconnaissez pas cet achat ?',
  unknownWhich: 'Il s’agit de la commande {order} chez {company}, avec la carte {card}.',
  unknownEffect:
    'Si vous confirmez, la demande prend fin et nous informerons {company} que vous ne reconnaissez pas l’achat. Vous ne pourrez pas l’annuler ici.',
  unknownConfirm: 'Oui, je ne le reconnais pas',
  absentTitle: 'Le titulaire de la carte n’est pas là ?',
  absentEffect:
    'Si vous confirmez, la demande prend fin et nous informerons {company} que le titulaire n’était pas là. Vous ne pourrez pas l’annuler ici.',
  absentInstead: 'Vous pouvez joindre cette personne ? Envoyez-lui plutôt un lien.',
  absentConfirm: 'Oui, mettre fin à la demande',
  consentHow: 'Ce que deviennent vos images',
  consentCapture:
    'La caméra prend des images de votre visage pendant que vous faites quelques mouvements simples. Cela prend en général moins d’une minute.',
  consentPurpose: {
    transaction:
      'Elles ont une seule finalité : confirmer que la carte vous appartient et vous protéger contre la fraude. Pour cela, nous enregistrons aussi si elles viennent directement d’une caméra.',
    process:
      'Elles ont une seule finalité : confirmer que c’est bien vous, pour l’objet indiqué ci-dessus, et vous protéger contre la fraude. Pour cela, nous enregistrons aussi si elles viennent directement d’une caméra.',
  },
  consentStorage:
    'Les images et les données biométriques de votre visage sont conservées chiffrées et peuvent servir à vous reconnaître lors d’une autre vérification. Pour repérer les enregistrements répétés, leurs empreintes chiffrées sont comparées entre toutes les entreprises qui utilisent ce service.',
  consentShare: {
    transaction:
      '{company} reçoit le résultat. Son personnel et ses systèmes autorisés peuvent voir vos images s’il y a un motif, comme un litige. Chaque consultation est enregistrée.',
    process:
      '{company} reçoit le résultat. Son personnel et ses systèmes autorisés peuvent voir vos images s’il y a un motif, comme un litige. Chaque consultation est enregistrée. Pendant une heure, {company} ou une autre entreprise de son groupe peut aussi utiliser vos images pour confirmer vos paiements, sans en demander de nouvelles.',
  },
  consentDevice:
    'Un cookie avec un nombre aléatoire identifie ce navigateur pendant {device}. {company} compte ainsi combien d’identités utilisent le navigateur, pour protéger contre la fraude. Il est enregistré quand vous acceptez et ne contient rien d’autre sur vous.',
  consentLegal:
    'En choisissant « J’accepte », vous consentez à l’utilisation de votre biométrie faciale pour cette finalité. Rien n’est enregistré avant cela.',
  consentLegalDevice:
    'En choisissant « J’accepte », vous consentez à l’utilisation de votre biométrie faciale pour cette finalité, et au cookie. Rien n’est enregistré avant cela.',
  accept: 'J’accepte et je continue',
  withdraw: 'Je n’accepte plus',
  decline: 'Plus tard',
};
