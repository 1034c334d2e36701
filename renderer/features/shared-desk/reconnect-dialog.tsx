import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { ConnectionField, useConnectionCheck } from './connection-field.tsx';

interface ReconnectDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Reconnects to the same shared desk after its database got a new password or moved. */
export const ReconnectDialog = ({ opened, onClose }: ReconnectDialogProps) => {
  const { t } = useTranslation('sharedDesk');
  return (
    <FormDialog opened={opened} title={t('reconnect.title')} onClose={onClose}>
      <ReconnectForm onClose={onClose} />
    </FormDialog>
  );
};

const ReconnectForm = ({ onClose }: Pick<ReconnectDialogProps, 'onClose'>) => {
  const { t } = useTranslation(['sharedDesk', 'common']);
  const reconnect = useAction('sharedDesk.reconnect');
  useHeldDialog(reconnect.busy);
  const [connection, setConnection] = useState('');
  const check = useConnectionCheck(connection);
  const { form, show } = useProblemFocus();
  const problem = fieldProblem(reconnect.error, 'connection');
  const isGone = reconnect.error?.details?.code === 'place-gone';
  const isOther = reconnect.error?.details?.code === 'place-other';
  const connect = async (anew: boolean, hasMoved = false) => {
    if (reconnect.busy) return;
    const result = await reconnect.run({ connection, anew, hasMoved });
    if (!result.ok) {
      show();
      return;
    }
    doneToast(t('reconnect.done'));
    onClose();
  };
  return (
    <Form ref={form} onSubmit={() => connect(false)}>
      <p className="prose">{t('reconnect.text')}</p>
      <ConnectionField
        value={connection}
        check={check}
        error={problem}
        onChange={(text) => {
          reconnect.clearError();
          setConnection(text);
        }}
      />
      {problem === undefined ? <ErrorNotice error={reconnect.error} /> : null}
      {isGone ? (
        <Notice
          tone="warn"
          actions={
            <Button size="compact-sm" onClick={() => void connect(true)}>
              {t('reconnect.anew')}
            </Button>
          }
        >
          {t('reconnect.lost')}
        </Notice>
      ) : null}
      {isOther ? (
        <Notice
          tone="warn"
          actions={
            <Button size="compact-sm" onClick={() => void connect(false, true)}>
              {t('reconnect.moveConfirm')}
            </Button>
          }
        >
          {t('reconnect.moved')}
        </Notice>
      ) : null}
      <DialogFoot>
        <Button disabled={reconnect.busy} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={reconnect.busy}>
          {t('reconnect.submit')}
        </Button>
      </DialogFoot>
    </Form>
  );
};
