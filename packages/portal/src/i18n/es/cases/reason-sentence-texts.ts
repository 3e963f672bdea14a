import type { reasonSentenceTexts as original } from '../../en/cases/reason-sentence-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Each coded reason as one whole sentence, and what to do after it. */
export const reasonSentenceTexts: TextsLike<typeof original> = {
  why_live_elsewhere: 'La plataforma de identidad encontró a una persona viva ante la cámara.',
  why_live: 'Una sola persona hizo los movimientos pedidos, en orden.',
  why_moved_by_distance: 'La persona se acercó, se alejó y abrió la boca en vez de girar la cabeza.',
  why_matches_reference: 'El rostro es el registrado para esta identidad.',
  why_enrolled: 'Aún no había rostro registrado para esta identidad, así que esta selfie pasó a serlo.',
  why_reference_renewed:
    'El rostro registrado era demasiado antiguo para comparar, y esta selfie ocupó su lugar.',
  why_enrolled_unproven: 'Solo esta selfie dice que el rostro registrado pertenece a esta identidad.',
  why_distance_not_accepted: 'La persona se acercó y se alejó, y la empresa no acepta ese tipo de selfie.',
  why_challenge_incomplete: 'Uno de los movimientos pedidos no está en ninguna imagen.',
  why_person_changed: 'Las imágenes de un intento muestran rostros distintos.',
  why_face_differs: 'El rostro no es el registrado para esta identidad.',
  why_face_of_another_identity: 'El rostro está, sin duda, registrado para otra identidad.',
  why_stated_identity: 'La persona dijo que la tarjeta es suya con otra identidad, y se comparó con esa.',
  why_card_name_differs: 'El nombre en la tarjeta no concuerda con los conocidos de esta identidad.',
  why_card_of_many_identities:
    'Esta tarjeta se usó últimamente con más identidades de las que permite la empresa.',
  why_identity_of_many_cards:
    'Esta identidad se usó últimamente con más tarjetas de las que permite la empresa.',
  why_face_of_many_identities:
    'Hace poco este rostro fue, sin duda, el de más identidades de las que permite la empresa.',
  why_device_of_many_identities:
    'Hace poco este dispositivo se usó para más identidades de las que permite la empresa.',
  why_no_reference: 'No hay rostro registrado para esta identidad, y esta selfie no puede ser la primera.',
  why_reference_outdated: 'El rostro registrado se midió con otra versión del motor y no se puede comparar.',
  why_gallery_full:
    'La organización tiene tantos rostros como admite el servicio, y no se registra ninguno más.',
  why_capture_outdated: 'La selfie se midió con otra versión del motor y no se puede comparar.',
  why_signs_refuse: 'La selfie tiene indicios de ataque, así que no se puede aprobar.',
  why_face_disputed:
    'El rostro registrado para esta identidad está en disputa, y nada se puede comparar hasta que se resuelva.',
  why_enrolment_doubtful:
    'No hay rostro registrado para esta identidad, y un indicio de ataque impide que esta selfie lo sea.',
  why_distance_enrols_nobody:
    'No hay rostro registrado para esta identidad, y una selfie por acercamiento no registra a nadie aquí.',
  why_gallery_unsearched:
    'La organización tiene más rostros de los que se pueden buscar, así que no se buscó en otras identidades.',
  why_attempts_exhausted: 'Todos los intentos de selfie fallaron, y no queda ninguno.',
  why_day_attempts_exhausted: 'La identidad ya había gastado los intentos de ese día.',
  why_captures_erased: 'La selfie del proceso anterior se eliminó antes de poder usarla.',
  why_retry_time_passed: 'Un intento falló, y el siguiente no empezó a tiempo.',
  why_sandbox_scenario: 'No se decidió nada: un escenario del entorno de prueba llevó a este final.',
  why_frames_seen_before: 'Una imagen, o el rostro en ella, ya se vio en otra transacción.',
  why_frames_like_before: 'Una imagen se parece mucho a la de otra transacción, como una copia.',
  why_frames_repeated: 'La misma imagen de una cabeza girada vino dos veces, como en una película en bucle.',
  why_screen_pattern: 'El rostro tiene el patrón de una pantalla filmada.',
  why_virtual_camera: 'La cámara dice ser virtual, o da imágenes como ninguna cámara.',
  why_wrong_turn: 'Hubo un movimiento que nadie pidió, como en una grabación.',
  why_another_person: 'Otra persona ocupó su lugar durante un intento.',
  why_several_persons: 'Un intento falló porque había más de un rostro ante la cámara.',
  why_covered_face: 'Algo parece cubrir la boca o los ojos.',
  why_resembles_another: 'El rostro está tan cerca de otro registrado como dos imágenes de una persona.',
  why_not_a_page: 'Llegaron imágenes sin lo que la página envía con ellas.',
  why_impossible_timing:
    'Las imágenes tienen horas imposibles, o llegaron antes de que nadie pudiera moverse.',
  why_unusable_pictures: 'Lo que llegó no eran imágenes de una cámara.',
  why_too_many_frames: 'Llegaron más imágenes de las que la página puede tomar en ese tiempo.',
  why_frames_out_of_order: 'Llegaron imágenes fuera de orden, como pasa a veces con dos pestañas abiertas.',
  why_frames_after_the_end: 'Llegaron imágenes después del final de su intento.',
  why_foreign_frames: 'Llegaron imágenes para un intento de otra página.',
  why_still_picture: 'Nada se movió ante la cámara, como con una fotografía.',
  why_flat_picture: 'Lo que se movía era plano o curvado como una hoja, y no una cabeza.',
  why_camera_ignores_settings: 'La cámara no obedeció cuando la página pidió otro tamaño, ritmo o zoom.',
  why_camera_claims_settings: 'La cámara afirmó un tamaño, ritmo o zoom que sus imágenes no mostraban.',
  why_no_fetch_metadata:
    'El navegador no dijo de dónde venían sus llamadas: es antiguo, o no es un navegador.',
  why_identity_attempts_exceeded:
    'Esta identidad ya tenía tantas transacciones en 24 horas como permite la empresa.',
  why_card_attempts_exceeded:
    'Esta tarjeta ya tenía tantas transacciones en 24 horas como permite la empresa.',
  why_name_differs_from_known:
    'El nombre en la tarjeta no comparte ninguna palabra con el conocido de esta identidad.',
  why_card_of_another_identity: 'Esta tarjeta se aprobó hace poco para otra identidad.',
  why_card_confirmed: 'El emisor o la pasarela confirmó todo lo que la empresa pregunta sobre la tarjeta.',
  why_card_inactive: 'El emisor o la pasarela dice que la tarjeta no está activa.',
  why_card_unconfirmed: 'La empresa exige una tarjeta activa y nadie confirmó que lo esté.',
  why_card_account_name_differs:
    'El emisor o la pasarela dice que el nombre no es el de la cuenta de la tarjeta.',
  why_card_account_name_unconfirmed:
    'La empresa exige el nombre de la cuenta de la tarjeta y nadie lo confirmó por completo.',
  why_card_holder_differs: 'El emisor o la pasarela dice que la tarjeta es de otra identidad.',
  why_card_holder_unconfirmed: 'La empresa exige una tarjeta de esta identidad y nadie confirmó que lo sea.',
  why_card_authentication_failed: 'Falló la autenticación con el emisor.',
  why_card_authentication_missing:
    'La empresa exige una autenticación con el emisor y nadie confirmó que la hubo.',
  why_canceled_by_merchant: 'Tu lado la canceló mientras se esperaba a la persona.',
  why_canceled_by_operator: 'Quien opera el servicio la canceló mientras se esperaba a la persona.',
  next_nothing: 'Nada que hacer.',
  next_try_again: 'Si el cliente quiere intentarlo otra vez, crea una nueva transacción.',
  next_better_light: 'Pide al cliente un lugar tranquilo y bien iluminado, y crea una nueva transacción.',
  next_other_means: 'Ofrece otra tarjeta u otro medio de pago: otro intento difícilmente acabará distinto.',
  next_review: 'Que un revisor vea las imágenes antes de decidir sobre el pedido.',
  next_tomorrow: 'Inténtalo mañana, u ofrece otro medio de pago.',
  next_compare_data:
    'Compara nombre, identidad y tarjeta con el pedido antes de crear una nueva transacción.',
  next_operator: 'Avisa a quien opera el servicio: el cliente no puede hacer nada.',
};
