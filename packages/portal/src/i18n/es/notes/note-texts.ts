import type { noteTexts as original } from '../../en/notes/note-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Notes and verdicts of the staff. */
export const noteTexts: TextsLike<typeof original> = {
  caseFile: 'Expediente',
  caseFileTitle: '¿Hacer un expediente?',
  caseFileText:
    'Un PDF firmado con lo registrado: datos con persona y tarjeta ocultas, motivos, comprobaciones, notas, consultas, webhooks y cronología. Queda en el registro de auditoría.',
  caseFileLanguage: 'Idioma',
  caseFilePictures: 'Con imágenes',
  caseFilePicturesText:
    'Cada imagen cuenta como una consulta: tu nombre, la hora y el motivo quedan para siempre en el registro de auditoría, y en la imagen.',
  caseFileMake: 'Hacer el expediente',
  caseFileDone: 'Tu navegador guardó el expediente.',
  caseFileNoPictures: 'El comando hace un expediente sin imágenes.',
  notesTitle: 'Notas y veredictos',
  notesText: 'Solo las lee el equipo. No cambian ni el estado ni la decisión, y se eliminan con la persona.',
  noNotes: 'Aún no hay notas',
  noteText: 'Nota',
  noteHint: 'Hasta 2.000 caracteres. Deja fuera números de documento y de tarjeta.',
  noteVerdict: 'Veredicto',
  noteNoVerdict: 'Ninguno, solo una nota',
  noteVerdictHint: 'Queda junto al estado final y no cambia nada.',
  verdict_genuine: 'Legítima',
  verdict_fraud: 'Fraude',
  verdict_unclear: 'Incierta',
  noteWrite: 'Escribir nota',
  verdictGive: 'Dar veredicto',
  noteEmpty: 'Escribe algo.',
  noteWritten: 'La nota se escribió.',
  verdictGiven: 'El veredicto se dio.',
  noteWithdraw: 'Retirar',
  noteWithdrawn: 'Retirada el {time}',
  noteWithdrawTitle: '¿Retirar esta nota?',
  noteWithdrawText: 'La línea queda y dice que se retiró. Su texto se borra. Esto no se puede deshacer.',
  noteWithdrawNow: 'La nota se retiró.',
  noteWithdrawOther: 'De {name}. La retiras como administrador.',
  verdictWithdrawTitle: '¿Retirar este veredicto?',
  verdictWithdrawText:
    'La línea queda y dice que se retiró. Las palabras que lo acompañan se borran. Un veredicto anterior vuelve a valer. Esto no se puede deshacer.',
  verdictWithdrawNow: 'El veredicto se retiró.',
  noteCommand: 'Como comando',
  verdictStands: 'Veredicto del equipo: {verdict}',
  noteFull: 'Esta transacción tiene 100 notas y veredictos; no admite más.',
  staffActsTitle: 'Actos',
  notePlain: 'Nota',
};
