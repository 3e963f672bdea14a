import type { Verdict } from '@titular/contract';

/** Notes and verdicts of the staff. */
export const noteTexts = {
  caseFile: 'Case file',
  caseFileTitle: 'Make a case file?',
  caseFileText:
    'One signed PDF with what stands: facts with masked person and card, reasons, checks, notes, looks, webhooks and timeline. Making it is written to the audit log.',
  caseFileLanguage: 'Language',
  caseFilePictures: 'With pictures',
  caseFilePicturesText:
    'Each picture counts as a look: your name, the time and the reason go into the audit log for ever, and into the picture.',
  caseFileMake: 'Make the file',
  caseFileDone: 'The case file was saved by your browser.',
  caseFileNoPictures: 'The command makes a file without pictures.',
  notesTitle: 'Notes and verdicts',
  notesText:
    'Only staff reads them. They change neither status nor decision, and are erased with the person.',
  noNotes: 'No notes yet',
  noteText: 'Note',
  noteHint: 'Up to 2,000 characters. Leave out document and card numbers.',
  noteVerdict: 'Verdict',
  noteNoVerdict: 'None, only a note',
  noteVerdictHint: 'It stands beside the final status and changes nothing.',
  verdict_genuine: 'Genuine',
  verdict_fraud: 'Fraud',
  verdict_unclear: 'Unclear',
  noteWrite: 'Write note',
  verdictGive: 'Give verdict',
  noteEmpty: 'Please write something.',
  noteWritten: 'The note was written.',
  verdictGiven: 'The verdict was given.',
  noteWithdraw: 'Withdraw',
  noteWithdrawn: 'Withdrawn {time}',
  noteWithdrawTitle: 'Withdraw this note?',
  noteWithdrawText:
    'The line stays and says that it was withdrawn. Its text is deleted. This cannot be undone.',
  noteWithdrawNow: 'The note was withdrawn.',
  noteWithdrawOther: '{name} wrote it. You withdraw it as an admin.',
  verdictWithdrawTitle: 'Withdraw this verdict?',
  verdictWithdrawText:
    'The line stays and says that it was withdrawn. Words that went with it are deleted. An earlier verdict stands again. This cannot be undone.',
  verdictWithdrawNow: 'The verdict was withdrawn.',
  noteCommand: 'As a command',
  verdictStands: 'Verdict of the staff: {verdict}',
  noteFull: 'This transaction has 100 notes and verdicts; it takes no more.',
  staffActsTitle: 'Acts',
  notePlain: 'Note',
} as const satisfies Record<`verdict_${Verdict}`, string> & Record<string, unknown>;
