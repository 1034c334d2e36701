import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#shared/domain/local-date.ts';
import { MAX_NOTE, readTypedAmount } from '#shared/domain/sale-amounts.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { amountText } from '../../ui/amount-text.ts';
import { DayField } from '../../ui/day-field.tsx';
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

/** Records a payment of a client: amount, day and note. */
export const ReceiveForm = ({ clientId, owedKopecks, onClose }: ReceiveFormProps) => {
  const { t } = useTranslation(['sales', 'common']);
  const format = useFormat();
  const [amount, setAmount] = useState(amountText(owedKopecks !== null && owedKopecks > 0 ? owedKopecks : null));
  const [day, setDay] = useState(localDate(Date.now()));
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const { run, busy, error } = useAction('sales.receive');
  const first = useFirstFocus<HTMLInputElement>();
  const read = readTypedAmount(amount, false);
  const submit = async () => {
    setTried(true);
    if (!read.ok) return;
    const result = await run({ clientId, amountKopecks: read.kopecks, day, note });
    if (!result.ok) return;
    undoToast(t('sales:client.receivedDone', { amount: format.roubles(read.kopecks) }), result.value.undoId);
    onClose();
  };
  const amountProblem =
    isTried && !read.ok ? problemText({ field: 'amount', code: read.code }) : fieldProblem(error, 'amount');
  return (
    <Form className={`${styles.saleForm} stack`} onSubmit={submit}>
      <NumberField
        ref={first}
        decimal
        label={t('sales:client.amount')}
        description={t('sales:client.amountHelp')}
        value={amount}
        error={amountProblem}
        onChange={setAmount}
      />
      <DayField label={t('sales:client.day')} value={day} onChange={setDay} error={fieldProblem(error, 'day')} />
      <TextInput
        label={t('common:words.note')}
        maxLength={MAX_NOTE}
        autoComplete="off"
        value={note}
        error={fieldProblem(error, 'note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group gap={8}>
        <SubmitButton size="compact-sm" variant="filled" loading={busy}>
          {t('sales:client.record')}
        </SubmitButton>
        <Button size="compact-sm" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </Group>
    </Form>
  );
};
