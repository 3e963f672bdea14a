import type { afterwardsTexts as original } from '../en/afterwards-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts after a check that failed, and of the wish to have data deleted. */
export const afterwardsTexts: TextsLike<typeof original> = {
  reasonMovement: 'La cámara no pudo seguir los movimientos.',
  reasonFace: 'No se pudo ver bien tu rostro.',
  reasonLight: 'La luz no era adecuada para la cámara.',
  reasonOthers: 'Había más de un rostro, o el rostro cambió.',
  reasonUnclear: 'Las fotos no fueron lo bastante claras para estar seguros.',
  reasonTime: 'Se acabó el tiempo de un paso.',
  notApprovedOrder: {
    transaction:
      'El pedido {order} no quedó confirmado con esta verificación. Aquí no se cobró ni se canceló nada: {company} decide qué pasa con el pedido.',
    process: 'Tu solicitud no quedó confirmada con esta verificación. {company} decide qué pasa con ella.',
  },
  notApprovedWays: '{company} puede darte otro intento con un enlace nuevo, u otra forma de confirmar.',
  againMovement:
    'No se vio el movimiento otra vez. Siéntate, apoya el dispositivo en algo firme, mueve solo la cabeza y vuelve a mirar al frente después de cada paso. Si un movimiento te cuesta, elige “Necesito hacerlo de otra forma”.',
  againFace:
    'Fue difícil ver tu rostro otra vez. Siéntate frente a una ventana o una lámpara, con el dispositivo a la altura de los ojos, a un brazo de distancia.',
  againDark:
    'Estaba demasiado oscuro otra vez. Ve al lugar más claro que tengas, como junto a una ventana de día, y pon la pantalla al máximo brillo.',
  againBlurred:
    'La imagen salió borrosa otra vez. Limpia la cámara con un paño suave y apoya el dispositivo para que no se mueva.',
  againUnclear:
    'No fue lo bastante claro otra vez. Usa la cámara de este dispositivo sin filtros ni efectos, con luz de frente y una habitación detrás de ti.',
  againTime:
    'Se acabó el tiempo otra vez. En “Necesito hacerlo de otra forma” puedes pedir más tiempo y elegir los movimientos fáciles para ti.',
  againOther: 'Volvió a pasar lo mismo. Prueba en otro lugar, con luz delante de ti, o con otro dispositivo.',

  eraseTitle: '¿Eliminar tus datos?',
  eraseFace: 'El {date} se eliminan las fotos de esta verificación y el rostro guardado para reconocerte.',
  erasePictures: 'El {date} se eliminan las fotos de esta verificación.',
  erasePicturesBy: 'Las fotos tomadas hasta ahora se eliminan a más tardar el {date}.',
  eraseOthersFace:
    'Esta verificación no confirmó quién eres. Un rostro guardado antes permanece, para que nadie más pueda eliminarlo.',
  eraseWhy: 'Hasta entonces quedan como prueba, por si hay una reclamación sobre esta verificación.',
  eraseRecord:
    'El registro de la solicitud, sin fotos, queda como prueba hasta el {date}. Los resúmenes cifrados que encuentran grabaciones repetidas quedan hasta 90 días. Los datos pueden conservarse más tiempo por una reclamación u obligación legal.',
  eraseSooner: '{controller} puede decirte qué más se puede eliminar, o eliminar antes.',
  eraseConfirm: 'Sí, eliminar mis datos',
  eraseBack: 'Conservar mis datos',
  withdrawnTitle: 'Ya no aceptas',
  withdrawnText: 'Esta verificación se detuvo, y no se toman más imágenes.',
  withdrawnLater: 'Tu solicitud sigue abierta por un tiempo: hasta entonces puedes aceptar de nuevo.',
  erasedTitle: 'Eliminación solicitada',
  erasedText: 'Tu solicitud a {controller} quedó registrada el {time}.',
};
