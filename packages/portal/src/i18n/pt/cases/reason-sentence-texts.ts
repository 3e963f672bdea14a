import type { reasonSentenceTexts as original } from '../../en/cases/reason-sentence-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Each coded reason as one whole sentence, and what to do after it. */
export const reasonSentenceTexts: TextsLike<typeof original> = {
  why_live_elsewhere: 'A plataforma de identidade encontrou uma pessoa viva diante da câmera.',
  why_live: 'Uma só pessoa fez os movimentos pedidos, na ordem.',
  why_moved_by_distance: 'A pessoa se aproximou, se afastou e abriu a boca em vez de virar a cabeça.',
  why_matches_reference: 'O rosto é o cadastrado para esta identidade.',
  why_enrolled: 'Ainda não havia rosto cadastrado para esta identidade, então esta selfie virou o cadastro.',
  why_reference_renewed:
    'O rosto cadastrado era antigo demais para comparar, então esta selfie tomou o lugar dele.',
  why_enrolled_unproven: 'Só esta selfie diz que o rosto cadastrado pertence a esta identidade.',
  why_distance_not_accepted:
    'A pessoa se aproximou e se afastou, e a empresa não aceita esse tipo de selfie.',
  why_challenge_incomplete: 'Um dos movimentos pedidos não aparece em nenhuma imagem.',
  why_person_changed: 'As imagens de uma tentativa mostram rostos diferentes.',
  why_face_differs: 'O rosto não é o cadastrado para esta identidade.',
  why_face_of_another_identity: 'O rosto está, sem dúvida, cadastrado para outra identidade.',
  why_stated_identity: 'A pessoa disse que o cartão é dela com outra identidade, e foi comparada com essa.',
  why_card_name_differs: 'O nome no cartão não confere com os conhecidos desta identidade.',
  why_card_of_many_identities:
    'Este cartão foi usado há pouco com mais identidades do que a empresa permite.',
  why_identity_of_many_cards: 'Esta identidade foi usada há pouco com mais cartões do que a empresa permite.',
  why_face_of_many_identities:
    'Há pouco, este rosto foi, sem dúvida, o de mais identidades do que a empresa permite.',
  why_device_of_many_identities:
    'Este aparelho foi usado há pouco para mais identidades do que a empresa permite.',
  why_no_reference: 'Não há rosto cadastrado para esta identidade, e esta selfie não pode ser a primeira.',
  why_reference_outdated: 'O rosto cadastrado foi medido por outra versão do motor e não pode ser comparado.',
  why_gallery_full:
    'A organização já tem tantos rostos quanto o serviço comporta, e nenhum outro é cadastrado.',
  why_capture_outdated: 'A selfie foi medida por outra versão do motor e não pode ser comparada.',
  why_signs_refuse: 'A selfie tem sinais de ataque e por isso não pode ser aprovada.',
  why_face_disputed:
    'O rosto cadastrado para esta identidade está em disputa, e nada pode ser comparado até isso ser resolvido.',
  why_enrolment_doubtful:
    'Não há rosto cadastrado para esta identidade, e um sinal de ataque impede que esta selfie vire o cadastro.',
  why_distance_enrols_nobody:
    'Não há rosto cadastrado para esta identidade, e uma selfie por aproximação não cadastra ninguém aqui.',
  why_gallery_unsearched:
    'A organização tem mais rostos do que se pode procurar, então o rosto não foi buscado em outras identidades.',
  why_attempts_exhausted: 'Todas as tentativas de selfie falharam, e não resta nenhuma.',
  why_day_attempts_exhausted: 'A identidade já tinha usado as tentativas daquele dia.',
  why_captures_erased: 'A selfie do processo anterior foi eliminada antes de poder ser usada.',
  why_retry_time_passed: 'Uma tentativa falhou, e a seguinte não começou a tempo.',
  why_sandbox_scenario: 'Nada foi decidido: um cenário do ambiente de teste levou a este fim.',
  why_frames_seen_before: 'Uma imagem, ou o rosto nela, já foi vista em outra transação.',
  why_frames_like_before: 'Uma imagem se parece muito com a de outra transação, como uma cópia.',
  why_frames_repeated: 'A mesma imagem de uma cabeça virada veio duas vezes, como num filme em laço.',
  why_screen_pattern: 'O rosto tem o padrão de uma tela filmada.',
  why_virtual_camera: 'A câmera se diz virtual, ou entrega imagens como nenhuma câmera faz.',
  why_wrong_turn: 'Houve um movimento que ninguém pediu, como numa gravação.',
  why_another_person: 'Outra pessoa assumiu durante uma tentativa.',
  why_several_persons: 'Uma tentativa falhou porque havia mais de um rosto diante da câmera.',
  why_covered_face: 'Algo parece cobrir a boca ou os olhos.',
  why_resembles_another: 'O rosto é tão próximo de outro cadastrado quanto duas imagens da mesma pessoa.',
  why_not_a_page: 'Vieram imagens sem o que a página envia junto com elas.',
  why_impossible_timing: 'As imagens têm horários impossíveis, ou vieram antes que alguém pudesse se mexer.',
  why_unusable_pictures: 'O que chegou não eram imagens de uma câmera.',
  why_too_many_frames: 'Vieram mais imagens do que a página consegue tirar nesse tempo.',
  why_frames_out_of_order: 'Vieram imagens fora de ordem, como às vezes acontece com duas abas abertas.',
  why_frames_after_the_end: 'Vieram imagens depois do fim da tentativa.',
  why_foreign_frames: 'Vieram imagens para uma tentativa de outra página.',
  why_still_picture: 'Nada se mexeu diante da câmera, como numa fotografia.',
  why_flat_picture: 'O que se mexeu era plano ou curvado como uma folha, e não uma cabeça.',
  why_camera_ignores_settings: 'A câmera não obedeceu quando a página pediu outro tamanho, taxa ou zoom.',
  why_camera_claims_settings: 'A câmera afirmou um tamanho, taxa ou zoom que as imagens não mostram.',
  why_no_fetch_metadata: 'O navegador não disse de onde vinham as chamadas: é antigo, ou não é um navegador.',
  why_identity_attempts_exceeded:
    'Esta identidade já tinha tantas transações em 24 horas quantas a empresa permite.',
  why_card_attempts_exceeded: 'Este cartão já tinha tantas transações em 24 horas quantas a empresa permite.',
  why_name_differs_from_known:
    'O nome no cartão não tem nenhuma palavra em comum com o conhecido desta identidade.',
  why_card_of_another_identity: 'Este cartão foi aprovado há pouco para outra identidade.',
  why_card_confirmed: 'O emissor ou o gateway confirmou tudo o que a empresa pergunta sobre o cartão.',
  why_card_inactive: 'O emissor ou o gateway diz que o cartão não está ativo.',
  why_card_unconfirmed: 'A empresa exige um cartão ativo, e ninguém confirmou que ele está.',
  why_card_account_name_differs: 'O emissor ou o gateway diz que o nome não é o da conta do cartão.',
  why_card_account_name_unconfirmed:
    'A empresa exige o nome da conta do cartão, e ninguém o confirmou por inteiro.',
  why_card_holder_differs: 'O emissor ou o gateway diz que o cartão é de outra identidade.',
  why_card_holder_unconfirmed: 'A empresa exige um cartão desta identidade, e ninguém confirmou que ele é.',
  why_card_authentication_failed: 'A autenticação no emissor falhou.',
  why_card_authentication_missing:
    'A empresa exige uma autenticação no emissor, e ninguém confirmou que houve uma.',
  why_canceled_by_merchant: 'O seu lado cancelou enquanto se esperava pela pessoa.',
  why_canceled_by_operator: 'Quem opera o serviço cancelou enquanto se esperava pela pessoa.',
  next_nothing: 'Nada a fazer.',
  next_try_again: 'Se o cliente quiser tentar de novo, crie uma nova transação.',
  next_better_light: 'Peça ao cliente um lugar calmo e bem iluminado, e crie uma nova transação.',
  next_other_means:
    'Ofereça outro cartão ou meio de pagamento: outra tentativa dificilmente muda o resultado.',
  next_review: 'Peça a um revisor que veja as imagens antes de decidir sobre o pedido.',
  next_tomorrow: 'Tente de novo amanhã, ou ofereça outro meio de pagamento.',
  next_compare_data: 'Compare nome, identidade e cartão com o pedido antes de criar uma nova transação.',
  next_operator: 'Avise quem opera o serviço: o cliente não pode fazer nada a respeito.',
};
