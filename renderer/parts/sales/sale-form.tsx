import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { readTypedAmount } from '#shared/domain/sale-amounts.ts';
import type { Problem } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { amountText } from '../../ui/amount-text.ts';
import { DayField } from '../../ui/day-field.tsx';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SubmitButton } from '../../ui/service-hint.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import type { NamedClient } from '../clients/client-label.ts';
import { ClientSelect } from '../clients/client-select.tsx';
import { doAndTell, tellChange } from './sale-calls.ts';
import styles from './sale-section.module.css';

interface SaleFormProps {
  readonly purchase: Purchase;
  readonly onClose: () => void;
}

type Wanted = Omit<ProcedureInput<'sales.set'>, 'purchaseId'>;

interface Typed {
  /** `undefined` until the user chooses one. */
  readonly client: NamedClient | null | undefined;
  /** `undefined` until the user types one. */
  readonly price: string | undefined;
  readonly dueDay: string;
}

/** Edits the price and due day of a sale, and its client if the purchase names none. */
export const SaleForm = ({ purchase, onClose }: SaleFormProps) => {
  const { t } = useTranslation(['sales', 'common']);
  const { id: purchaseId, sale } = purchase;
  const isForNobody = purchase.clientId === null;
  const readSale = ({ dueDay }: Typed): Read<Wanted> => {
    const read = readTypedAmount(price, true);
    const problems: Problem[] = [];
    if (isForNobody && clientId === null) problems.push({ field: 'clientId', code: 'client-required' });
    if (!read.ok) problems.push({ field: 'price', code: read.code });
    return read.ok && problems.length === 0
      ? { ok: true, value: { clientId, priceKopecks: read.kopecks, dueDay: dueDay === '' ? null : dueDay } }
      : unreadable(...problems);
  };
  const form = useForm<Typed, Wanted>({
    initial: { client: undefined, price: undefined, dueDay: sale?.dueDay ?? '' },
    read: readSale,
    keys: { clientId: 'client', priceKopecks: 'price' },
  });
  const { client: chosen, price: typed } = form.values;
  const before = useQuery('clients.get', isForNobody && sale !== null ? { clientId: sale.clientId } : null).value;
  const client = chosen === undefined ? (before ?? null) : chosen;
  const clientId = client?.id ?? null;
  const suggested = useQuery('sales.suggest', sale === null ? { purchaseId, clientId } : null).value;
  const first = useFirstFocus<HTMLInputElement>();
  const price = typed ?? amountText(sale?.priceKopecks ?? suggested?.priceKopecks ?? null);

  const submit = () =>
    form.submit(
      (wanted) => call('sales.set', { purchaseId, ...wanted }),
      (done) => {
        tellChange(done, () => t('sales:sale.kept'));
        onClose();
      },
    );
  const remove = async () => {
    const wanted = { purchaseId, clientId, priceKopecks: null, dueDay: null };
    if ((await doAndTell('sales.set', wanted, () => t('sales:sale.removed'))) !== undefined) onClose();
  };
  return (
    <Form ref={form.ref} className={`${styles.saleForm} stack`} onSubmit={submit}>
      {isForNobody ? <ClientSelect {...form.field('client')} value={client} /> : null}
      <NumberField ref={first} decimal label={t('sales:sale.price')} {...form.field('price')} value={price} />
      <DayField label={t('sales:debts.due')} placeholder={t('sales:debts.noDay')} {...form.field('dueDay')} />
      <Group gap={8}>
        <SubmitButton size="compact-sm" variant="filled" loading={form.busy}>
          {t('common:actions.save')}
        </SubmitButton>
        <Button size="compact-sm" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        {sale === null ? null : (
          <Button size="compact-sm" variant="subtle" color="gray" disabled={form.busy} onClick={() => void remove()}>
            {t('sales:sale.remove')}
          </Button>
        )}
      </Group>
    </Form>
  );
};
