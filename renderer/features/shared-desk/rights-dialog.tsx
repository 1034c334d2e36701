import { Button, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { SharedComputer } from '#shared/contract/shared-desk.ts';
import { COMPUTER_BUYING, type ComputerBuying } from '#shared/domain/computer-rights.ts';
import { readTypedAmount } from '#shared/domain/sale-amounts.ts';
import { call } from '../../bridge/desk.ts';
import { amountText } from '../../ui/amount-text.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SubmitButton } from '../../ui/service-hint.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';

interface RightsDialogProps {
  /** The computer to limit; without one the dialog is closed. */
  readonly computer: SharedComputer | undefined;
  readonly onClose: () => void;
}

/** Limits another computer of the shared desk, and says what the limits cannot prevent. */
export const RightsDialog = ({ computer, onClose }: RightsDialogProps) => {
  const { t } = useTranslation('sharedDesk');
  return (
    <FormDialog
      opened={computer !== undefined}
      title={t('rights.title', { name: computer?.name ?? '' })}
      onClose={onClose}
    >
      {computer === undefined ? null : <RightsForm computer={computer} onClose={onClose} />}
    </FormDialog>
  );
};

interface Typed {
  readonly buys: ComputerBuying;
  readonly dayCapKopecks: string;
  readonly hidesSales: boolean;
}

type Rights = Omit<ProcedureInput<'sharedDesk.setRights'>, 'computerId'>;

const readRights = ({ buys, dayCapKopecks, hidesSales }: Typed): Read<Rights> => {
  if (buys !== 'capped') return { ok: true, value: { buys, dayCapKopecks: 0, hidesSales } };
  const read = readTypedAmount(dayCapKopecks, false);
  return read.ok
    ? { ok: true, value: { buys, dayCapKopecks: read.kopecks, hidesSales } }
    : unreadable({ field: 'dayCapKopecks', code: read.code });
};

const RightsForm = ({ computer, onClose }: { readonly computer: SharedComputer; readonly onClose: () => void }) => {
  const { t } = useTranslation(['sharedDesk', 'common']);
  const { rights } = computer;
  const form = useForm<Typed, Rights>({
    initial: {
      buys: rights?.buys ?? 'free',
      dayCapKopecks: amountText(rights?.buys === 'capped' ? rights.dayCapKopecks : null),
      hidesSales: rights?.hidesSales ?? false,
    },
    read: readRights,
  });
  const submit = () =>
    form.submit(
      (wanted) => call('sharedDesk.setRights', { computerId: computer.id, ...wanted }),
      () => {
        doneToast(t('sharedDesk:rights.saved', { name: computer.name }));
        onClose();
      },
    );
  const { buys } = form.values;
  return (
    <Form ref={form.ref} onSubmit={submit}>
      <ChoiceField
        label={t('sharedDesk:rights.buys')}
        data={COMPUTER_BUYING.map((value) => ({ value, label: t(`sharedDesk:rights.buying.${value}`) }))}
        value={buys}
        onChange={(value) => form.change({ buys: value as ComputerBuying })}
      />
      {buys === 'capped' ? (
        <NumberField
          decimal
          label={t('sharedDesk:rights.cap')}
          description={t('sharedDesk:rights.capHelp')}
          {...form.field('dayCapKopecks')}
        />
      ) : null}
      <Switch
        label={t('sharedDesk:rights.hides')}
        description={t('sharedDesk:rights.hidesHelp')}
        {...form.box('hidesSales')}
      />
      <Notice tone="info">{t('sharedDesk:rights.honesty')}</Notice>
      <ErrorNotice error={form.error} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <SubmitButton variant="filled" loading={form.busy}>
          {t('common:actions.save')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
};
