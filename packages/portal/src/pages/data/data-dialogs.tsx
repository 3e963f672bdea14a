import { ApproveDialog, WithdrawDialog } from './approve-dialog.tsx';
import type { DataDialog, DialogProps } from './data-dialog.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';

type Props = DialogProps & { open: DataDialog; isTwoPerson: boolean | undefined };

/** The open dialog of the page of data. */
export function DataDialogs({ open, isTwoPerson, ...props }: Props) {
  switch (open.kind) {
    case 'erase':
      return <EraseDialog {...props} isTwoPerson={isTwoPerson} />;
    case 'approve':
      return <ApproveDialog {...props} proposal={open.proposal} />;
    case 'withdraw':
      return <WithdrawDialog {...props} proposal={open.proposal} />;
    case 'receipt':
      return <ReceiptDialog id={open.id} onClose={props.onClose} />;
  }
}
