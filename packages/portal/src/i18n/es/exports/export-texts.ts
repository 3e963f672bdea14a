import type { exportTexts as original } from '../../en/exports/export-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Files of lists. */
export const exportTexts: TextsLike<typeof original> = {
  exportsIntro:
    'Archivos de listas que pediste. Solo tú puedes guardarlos, durante una hora desde el pedido.',
  exportsNone: 'Ningún archivo',
  exportsNoneText: 'Exporta una lista: el archivo queda aquí durante una hora.',
  exportsList: 'Lista',
  exportsRows: 'Filas',
  exportsState: 'Estado',
  exportsUntil: 'Se guarda hasta',
  exportsActs: 'Acciones',
  exportKind_transactions: 'Transacciones',
  exportKind_audit: 'Registro de auditoría',
  exportAll: 'Sin filtros',
  exportAsked: 'Pedido: {time}',
  exportFilter_status: 'estado',
  exportFilter_company: 'empresa',
  exportFilter_module: 'módulo',
  exportFilter_createdFrom: 'desde',
  exportFilter_createdBefore: 'antes de',
  exportFilter_reason: 'motivo',
  exportFilter_identityChanged: 'persona',
  exportFilter_actor: 'quién',
  exportFilter_action: 'acción',
  exportFilter_subject: 'objeto',
  exportFilter_from: 'desde',
  exportFilter_before: 'antes de',
  exportState_writing: 'Se está escribiendo',
  exportState_ready: 'Listo',
  exportState_ended: 'Terminado',
  exportState_failed: 'Falló',
  exportReached: 'De lo nuevo a lo antiguo, ya en {time}',
  exportCut: 'Solo las filas más nuevas. Anteriores a {time}: exporta otra vez, con fecha final.',
  exportEndedText:
    'Quizá tenía una persona que fue eliminada o cuyo plazo terminó. Exporta la lista otra vez.',
  exportFailedText: 'No se pudo escribir. Bórralo y exporta otra vez con un período más corto.',
  exportSave: 'Guardar',
  exportDelete: 'Borrar',
  exportReady: 'Un archivo está listo.',
  exportDeleted: 'El archivo fue borrado.',
  exportSaved: {
    one: '{count} fila guardada.',
    many: '{count} filas guardadas.',
    other: '{count} filas guardadas.',
  },
};
