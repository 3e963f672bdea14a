import type { ReferenceErrorCode } from '../../error-code-areas.ts';

/** Words of the codes of calls about reference faces. */
export const referenceErrorTexts = {
  '40080': 'Não é possível ler uma fotografia. Salve-a como JPEG de até 512 KiB.',
  '40081': 'Uma fotografia não mostra exatamente um rosto.',
  '40082': 'O rosto em uma fotografia não tem qualidade suficiente. Envie outra.',
  '40083': 'As fotografias mostram pessoas diferentes.',
  '40084': 'Esta identidade já tem uma referência com outras fotografias.',
  '40085': 'As fotografias diferem do rosto que uma selfie cadastrou. Descubra quem foi cadastrado.',
  '40086': 'Este rosto está cadastrado para outra identidade.',
  '40087': 'Nenhum outro rosto pode ser cadastrado. Peça mais memória ao operador.',
  '40088': 'O rosto desta identidade está em disputa. Peça ao operador que a resolva.',
  '40413': 'Não existe essa referência aqui.',
  '40414': 'Essa foto não foi guardada.',
} as const satisfies Record<ReferenceErrorCode, string>;
