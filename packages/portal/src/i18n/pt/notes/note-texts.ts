import type { noteTexts as original } from '../../en/notes/note-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Notes and verdicts of the staff. */
export const noteTexts: TextsLike<typeof original> = {
  caseFile: 'Dossiê',
  caseFileTitle: 'Fazer um dossiê?',
  caseFileText:
    'Um PDF assinado com o que está registrado: fatos com pessoa e cartão ocultos, motivos, verificações, notas, consultas, webhooks e linha do tempo. Fica no registro de auditoria.',
  caseFileLanguage: 'Idioma',
  caseFilePictures: 'Com imagens',
  caseFilePicturesText:
    'Cada imagem conta como uma consulta: seu nome, a hora e o motivo ficam para sempre no registro de auditoria, e na imagem.',
  caseFileMake: 'Fazer o dossiê',
  caseFileDone: 'O dossiê foi salvo pelo seu navegador.',
  caseFileNoPictures: 'O comando faz um dossiê sem imagens.',
  notesTitle: 'Notas e vereditos',
  notesText: 'Só a equipe lê. Não mudam status nem decisão, e são eliminados com a pessoa.',
  noNotes: 'Ainda não há notas',
  noteText: 'Nota',
  noteHint: 'Até 2.000 caracteres. Deixe de fora números de documento e de cartão.',
  noteVerdict: 'Veredito',
  noteNoVerdict: 'Nenhum, só uma nota',
  noteVerdictHint: 'Fica ao lado do status final e não muda nada.',
  verdict_genuine: 'Legítima',
  verdict_fraud: 'Fraude',
  verdict_unclear: 'Incerta',
  noteWrite: 'Escrever nota',
  verdictGive: 'Dar veredito',
  noteEmpty: 'Escreva alguma coisa.',
  noteWritten: 'A nota foi escrita.',
  verdictGiven: 'O veredito foi dado.',
  noteWithdraw: 'Retirar',
  noteWithdrawn: 'Retirada em {time}',
  noteWithdrawTitle: 'Retirar esta nota?',
  noteWithdrawText: 'A linha fica e diz que foi retirada. O texto é apagado. Isto não pode ser desfeito.',
  noteWithdrawNow: 'A nota foi retirada.',
  noteWithdrawOther: 'De {name}. Você retira como administrador.',
  verdictWithdrawTitle: 'Retirar este veredito?',
  verdictWithdrawText:
    'A linha fica e diz que foi retirada. As palavras que o acompanham são apagadas. Um veredito anterior volta a valer. Isto não pode ser desfeito.',
  verdictWithdrawNow: 'O veredito foi retirado.',
  noteCommand: 'Como comando',
  verdictStands: 'Veredito da equipe: {verdict}',
  noteFull: 'Esta transação tem 100 notas e vereditos; não aceita mais.',
  staffActsTitle: 'Atos',
  notePlain: 'Nota',
};
