import type { MadeByName } from '@titular/contract';
import { MAX_TENANT_NAME_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { CopyCommand } from '../../../commands/copy-command.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Unreachable } from '../../../service/failures.ts';
import { useDialogForm } from '../../../session/kept-form.ts';
import { useRequestKey } from '../../../session/request-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import type { TenantDialogProps } from './tenant-dialog.ts';
import { useChanging } from './use-changing.ts';

type Props = TenantDialogProps & {
  /** Under which the name outlives the lock. */
  form: string;
  title: string;
  text: string;
  /** The key names the press: sent again after a lost answer, it makes nothing else. */
  onCreate(name: string, idempotencyKey: string): Promise<MadeByName>;
  command(name: string): string;
  /** What is said then. */
  done(name: string): string;
};

/** Makes something that has nothing but a name. */
export function NameDialog({ form, title, text, onCreate, command, done, onChanged, onClose }: Props) {
  const t = useTexts();
  const [name, setName] = useDialogForm(form, '');
  const [isChecked, setChecked] = useState(false);
  const plain = name.trim();
  const idempotencyKey = useRequestKey({ name: plain }, form);
  const act = useChanging(onCreate, onChanged);
  const create = async (): Promise<void> => {
    setChecked(true);
    if (plain === '' || !(await act.run(plain, idempotencyKey))) return;
    say(done(plain));
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} isHeld={act.isBusy}>
      <Form onSubmit={() => void create()}>
        <p>{text}</p>
        <Field
          label={t('nameOfNew')}
          hint={t('nameOfNewHint')}
          value={name}
          onChange={setName}
          error={isChecked && plain === '' ? t('nameMissing') : undefined}
          maxLength={MAX_TENANT_NAME_LENGTH}
          autoComplete="off"
          isRequired
          autoFocus
        />
        <ActFailure failure={act.failure} />
        {act.failure instanceof Unreachable && <p role="alert">{t('madeUnseen')}</p>}
        <div className="dialog-acts">
          <CopyCommand text={plain !== '' && command(plain)} />
          <Button isDisabled={act.isBusy} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy}>
            {t('tenantCreateAct')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
