import type { scenarioTexts as original } from '../../en/sandbox/scenario-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** What each scenario shows, in Portuguese. */
export const scenarioTexts: TextsLike<typeof original> = {
  scenario_approved: 'A pessoa é a dona do cartão.',
  'scenario_approved-after-30-seconds': 'A pessoa leva meio minuto e é aprovada.',
  'scenario_approved-after-90-seconds': 'A pessoa leva um minuto e meio e é aprovada.',
  'scenario_has-identity-changed': 'A pessoa é aprovada com outra identidade que a enviada.',
  'scenario_shared-then-approved': 'A pessoa repassa o link ao titular, que é aprovado.',
  'scenario_processing-for-30-seconds': 'A selfie é tirada na hora e a decisão leva meio minuto.',
  scenario_inconclusive: 'O rosto não é o cadastrado para a identidade.',
  'scenario_inconclusive-after-30-seconds': 'A pessoa leva meio minuto e é outra.',
  'scenario_inconclusive-after-90-seconds': 'A pessoa leva um minuto e meio e é outra.',
  'scenario_inconclusive-no-reference':
    'Nenhum rosto está cadastrado para a identidade e nenhuma captura pode cadastrar um.',
  'scenario_inconclusive-face-of-another': 'O rosto está cadastrado para outra identidade.',
  scenario_expired: 'Ninguém tira a selfie a tempo. O tempo acaba na hora.',
  'scenario_unknown-share': 'A pessoa diz que não reconhece a compra.',
  'scenario_absent-holder': 'A pessoa diz que o titular não está presente.',
  scenario_canceled: 'Alguém do lojista cancela a transação.',
  'scenario_fast-inconclusive': 'As verificações da criação a encerram: não há link.',
  'scenario_card-confirmed': 'A pessoa é aprovada e o emissor ou gateway confirma o cartão.',
  'scenario_card-inactive': 'O cartão não está ativo.',
  'scenario_card-unconfirmed': 'Ninguém confirma que o cartão está ativo.',
  'scenario_card-account-name-differs': 'O nome não é o da conta do cartão.',
  'scenario_card-account-name-unconfirmed': 'Ninguém confirma o nome da conta.',
  'scenario_card-holder-differs': 'O cartão pertence a outra identidade.',
  'scenario_card-holder-unconfirmed': 'Ninguém confirma de quem é o cartão.',
  'scenario_card-authentication-failed': 'A autenticação no emissor falha.',
  'scenario_card-authentication-missing': 'Não há autenticação no emissor.',
  'scenario_inconclusive-card-name':
    'O nome no cartão difere dos conhecidos e a empresa exige que coincidam.',
  'scenario_approved-unproven':
    'A pessoa é aprovada com o primeiro rosto da identidade: nada prova que é dela.',
  'scenario_inconclusive-many-identities':
    'O cartão foi usado com mais identidades do que a empresa permite.',
  'scenario_inconclusive-many-cards': 'A identidade foi usada com mais cartões do que a empresa permite.',
  'scenario_inconclusive-face-many-identities': 'O rosto é de mais identidades do que a empresa permite.',
  'scenario_inconclusive-device-many-identities':
    'O aparelho foi usado para mais identidades do que a empresa permite.',
  'scenario_process-finished': 'A pessoa está viva e é a da identidade.',
  'scenario_process-finished-after-30-seconds': 'A pessoa leva meio minuto e é a da identidade.',
  'scenario_process-decided-after-30-seconds': 'A selfie é tirada na hora e a decisão leva meio minuto.',
  'scenario_process-finished-card-inconclusive':
    'A pessoa é a da identidade; um cartão que usa o processo é inconclusivo.',
  'scenario_process-invalid-identity': 'A pessoa está viva e é outra.',
  'scenario_process-inconclusive': 'A pessoa está viva e não havia rosto para comparar.',
  'scenario_process-not-live': 'As imagens não mostram uma pessoa viva.',
  'scenario_process-expired': 'Ninguém tira a selfie a tempo. O tempo acaba na hora.',
  'scenario_process-error': 'O processo não pôde ser realizado.',
  'scenario_process-too-dark-then-finished':
    'A primeira tentativa é escura demais. A segunda mostra a pessoa da identidade.',
  'scenario_process-attempts-exhausted':
    'Todas as tentativas falham, porque não há rosto à vista. Não resta nenhuma.',
  'scenario_webhook-late': 'O evento da aprovação é enviado 60 segundos depois dela.',
  'scenario_webhook-twice': 'O evento da aprovação é enviado duas vezes, com o mesmo webhook-id.',
  'scenario_webhook-out-of-order':
    'A aprovação é enviada antes de "processing", que chega 60 segundos depois. O destino precisa incluir esse status.',
  'scenario_webhook-old-secret':
    'O evento é assinado com um segredo antigo. Recusado, é enviado de novo com a assinatura certa.',
  'scenario_webhook-bad-signature':
    'O evento tem uma assinatura errada. Recusado, é enviado de novo com a assinatura certa.',
};
