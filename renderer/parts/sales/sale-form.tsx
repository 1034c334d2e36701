import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { readTypedAmount } from '#shared/domain/sale-amounts.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { amountText } from '../../ui/amount-text.ts';
import { DayField } from '../../ui/day-field.tsx';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SubmitButton } from '../../ui/service-hint.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import type { NamedClient } from '../clients/client-label.ts';
import { ClientSelect } from '../clients/client-select.tsx';
import { doAndTell } from './sale-calls.ts';
import styles from './sale-section.module.css';

interface SaleFormProps {
  readonly purchase: Purchase;
  readonly onClose: () => void;
}

/** Edits the price and due day of a sale, and its client if the purchase names none. */
export const SaleForm = ({ purchase, onClose }: SaleFormProps) => {
  const { t } = useTranslation(['sales', 'common']);
  const { id: purchaseId, sale } = purchase;
  const isForNobody = purchase.clientId === null;
  const [chosen, setClient] = useState<NamedClient | null>();
  const before = useQuery('clients.get', isForNobody && sale !== null ? { clientId: sale.clientId } : null).value;
  const client = chosen === undefined ? (before ?? null) : chosen;
  const clientId = client?.id ?? null;
  const suggested = useQuery('sales.suggest', sale === null ? { purchaseId, clientId } : null).value;
  const [typed, setTyped] = useState<string>();
  const [dueDay, setDueDay] = useState(sale?.dueDay ?? '');
  const [isTried, setTried] = useState(false);
  const first = useFirstFocus<HTMLInputElement>();
  const price = typed ?? amountText(sale?.priceKopecks ?? suggested?.priceKopecks ?? null);
  const read = readTypedAmount(price, true);
  const isNobodys = isForNobody && clientId === null;

  const keep = async (priceKopecks: number | null, said: string) => {
    const wanted = { purchaseId, clientId, priceKopecks, dueDay: dueDay === '' ? null : dueDay };
    const done = await doAndTell('sales.set', wanted, () => said);
    if (done !== undefined) onClose();
  };
  const submit = () => {
    setTried(true);
    if (read.ok && !isNobodys) void keep(read.kopecks, t('sales:sale.kept'));
  };
  return (
    <Form className={`${styles.saleForm} stack`} onSubmit={submit}>
      {isForNobody ? (
        <ClientSelect
          value={client}
          onChange={setClient}
          error={isTried && isNobodys ? problemText({ field: 'clientId', code: 'client-required' }) : undefined}
        />
      ) : null}
      <NumberField
        ref={first}
        decimal
        label={t('sales:sale.price')}
        value={price}
        error={isTried && !read.ok ? problemText({ field: 'price', code: read.code }) : undefined}
        onChange={setTyped}
      />
      <DayField label={t('sales:debts.due')} placeholder={t('sales:debts.noDay')} value={dueDay} onChange={setDueDay} />
      <Group gap={8}>
        <SubmitButton size="compact-sm" variant="filled">
          {t('common:actions.save')}
        </SubmitButton>
        <Button size="compact-sm" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        {sale === null ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => void keep(null, t('sales:sale.removed'))}
          >
            {t('sales:sale.remove')}
          </Button>
        )}
      </Group>
    </Form>
  );
};
