import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { MAX_NOTE, readTypedAmount } from '#shared/domain/sale-amounts.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { amountText } from '../../ui/amount-text.ts';
import { DayField } from '../../ui/day-field.tsx';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SubmitButton } from '../../ui/service-hint.tsx';
import { undoToast } from '../../ui/undo-toast.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import styles from './sales.module.css';

interface ReceiveFormProps {
  readonly clientId: number;
  readonly owedKopecks: number | null;
  readonly onClose: () => void;
}

interface Typed {
  readonly amount: string;
  readonly day: string;
  readonly note: string;
}

type Payment = Omit<ProcedureInput<'sales.receive'>, 'clientId'>;

const readPayment = ({ amount, day, note }: Typed): Read<Payment> => {
  const read = readTypedAmount(amount, false);
  return read.ok
    ? { ok: true, value: { amountKopecks: read.kopecks, day, note } }
    : unreadable({ field: 'amount', code: read.code });
};

/** Records a payment of a client: amount, day and note. */
export const ReceiveForm = ({ clientId, owedKopecks, onClose }: ReceiveFormProps) => {
  const { t } = useTranslation(['sales', 'common']);
  const format = useFormat();
  const form = useForm({
    initial: {
      amount: amountText(owedKopecks !== null && owedKopecks > 0 ? owedKopecks : null),
      day: localDate(Date.now()),
      note: '',
    },
    read: readPayment,
  });
  const first = useFirstFocus<HTMLInputElement>();
  const submit = () =>
    form.submit(
      (payment) => call('sales.receive', { clientId, ...payment }),
      ({ undoId }, { amountKopecks }) => {
        undoToast(t('sales:client.receivedDone', { amount: format.roubles(amountKopecks) }), undoId);
        onClose();
      },
    );
  return (
    <Form ref={form.ref} className={`${styles.saleForm} stack`} onSubmit={submit}>
      <NumberField
        ref={first}
        decimal
        label={t('sales:client.amount')}
        description={t('sales:client.amountHelp')}
        {...form.field('amount')}
      />
      <DayField label={t('sales:client.day')} {...form.field('day')} />
      <TextInput label={t('common:words.note')} maxLength={MAX_NOTE} autoComplete="off" {...form.input('note')} />
      <Group gap={8}>
        <SubmitButton size="compact-sm" variant="filled" loading={form.busy}>
          {t('sales:client.record')}
        </SubmitButton>
        <Button size="compact-sm" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </Group>
    </Form>
  );
};
