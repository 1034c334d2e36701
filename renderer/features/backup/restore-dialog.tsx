import { Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupFileInfo, RestoreOffer } from '#shared/contract/backup.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { RestorePreview } from './restore-preview.tsx';
import type { RestoreSource } from './restore-source.ts';
import { TaskProgress } from './task-progress.tsx';

interface RestoreDialogProps {
  readonly source: RestoreSource | undefined;
  readonly onClose: () => void;
}

/** Restores a backup: open it, look at its content, decide. Nothing changes before the last press. */
export const RestoreDialog = ({ source, onClose }: RestoreDialogProps) => {
  const { t } = useTranslation(['backup', 'common']);
  const [offer, setOffer] = useState<RestoreOffer>();
  const restore = useAction('backup.restore');
  const close = () => {
    if (restore.busy) return;
    setOffer(undefined);
    restore.clearError();
    void call('backup.discard', {});
    onClose();
  };
  return (
    <Modal
      opened={source !== undefined}
      onClose={close}
      title={t('restore.title')}
      size={offer === undefined ? 480 : 640}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={!restore.busy}
    >
      {source === undefined ? null : offer !== undefined ? (
        <>
          <RestorePreview offer={offer} source={source.kind} />
          <ErrorNotice error={restore.error} />
          <DialogFoot>
            <Button data-autofocus disabled={restore.busy} onClick={close}>
              {t('common:actions.cancel')}
            </Button>
            {/* After the restore the shell reloads the page, which then shows another desk. */}
            <Button
              variant="filled"
              loading={restore.busy}
              onClick={() => void restore.run({ offerId: offer.offerId })}
            >
              {offer.present.accounts.length === 0 ? t('restore.confirm') : t('restore.replace')}
            </Button>
          </DialogFoot>
        </>
      ) : source.kind === 'file' ? (
        <OpenFile file={source.file} onOpened={setOffer} onClose={close} />
      ) : (
        <OpenCopy name={source.name} onOpened={setOffer} onClose={close} />
      )}
    </Modal>
  );
};

interface OpenFileProps {
  readonly file: BackupFileInfo;
  readonly onOpened: (offer: RestoreOffer) => void;
  readonly onClose: () => void;
}

const OpenFile = ({ file, onOpened, onClose }: OpenFileProps) => {
  const { t } = useTranslation(['backup', 'common']);
  const format = useFormat();
  const form = useForm({ initial: { passphrase: '' }, read: asTyped });
  const { passphrase } = form.values;
  const field = useRef<HTMLInputElement>(null);
  const isWrong = form.error?.details?.code === 'backup-wrong-passphrase';

  const submit = async () => {
    const isOpened = await form.submit((typed) => call('backup.openFile', typed), onOpened);
    if (!isOpened) field.current?.select();
  };
  return (
    <Form ref={form.ref} onSubmit={submit}>
      <p className="prose">
        {t('restore.file', {
          file: file.fileName,
          time: format.dateTime(file.createdAt),
          version: file.appVersion,
          size: format.bytes(file.bytes),
        })}
      </p>
      <SecretField
        first
        inputRef={field}
        label={t('passphrase')}
        help={t('restore.help')}
        value={passphrase}
        error={isWrong && form.error !== undefined ? describeError(form.error) : form.problem('passphrase')}
        onChange={(text) => {
          form.change({ passphrase: text });
          form.clearError();
        }}
      />
      {form.busy ? <TaskProgress kind="open" /> : null}
      {isWrong ? null : <ErrorNotice error={form.error} />}
      <DialogFoot>
        <Button onClick={() => (form.busy ? void call('backup.cancel', {}) : onClose())}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={form.busy} disabled={passphrase === ''}>
          {t('restore.open')}
        </Button>
      </DialogFoot>
    </Form>
  );
};

interface OpenCopyProps {
  readonly name: string;
  readonly onOpened: (offer: RestoreOffer) => void;
  readonly onClose: () => void;
}

/** A copy needs no passphrase, so it opens at once. */
const OpenCopy = ({ name, onOpened, onClose }: OpenCopyProps) => {
  const { t } = useTranslation(['backup', 'common']);
  const { run, error } = useAction('backup.openCopy');
  const opened = useRef(onOpened);
  opened.current = onOpened;
  const asked = useRef('');
  useEffect(() => {
    if (asked.current === name) return;
    asked.current = name;
    void run({ name }).then((result) => {
      if (result.ok) opened.current(result.value);
    });
  }, [name, run]);
  return (
    <>
      {error === undefined ? <TaskProgress kind="open" /> : <ErrorNotice error={error} />}
      <DialogFoot>
        <Button data-autofocus onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </DialogFoot>
    </>
  );
};
