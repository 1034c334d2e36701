import { ActionIcon, Button, Group } from '@mantine/core';
import { IconCash, IconFileInvoice, IconReceipt2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientMoney as Money, Payment } from '#shared/contract/sales.ts';
import type { SharedChange } from '#shared/contract/shared-desk.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { go } from '../../nav/router.ts';
import { DueText } from '../../parts/sales/due-text.tsx';
import { doAndTell } from '../../parts/sales/sale-calls.ts';
import { useChanges, Who } from '../../parts/shared-desk/changed-by.tsx';
import { Answer } from '../../ui/answer.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ReceiveForm } from './receive-form.tsx';
import styles from './sales.module.css';
import { saveDocument } from './save-document.ts';

/** The number of payments that are shown at first; the second number is read. */
const FIRST = 5;
const ALL = 500;

/** Shows the debt and the payments of a client. Hidden until there is a price. */
export const ClientMoneyFacts = ({ clientId }: { readonly clientId: number }) =>
  useSalesInUse() ? <MoneySection key={clientId} clientId={clientId} /> : null;

const MoneySection = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('sales');
  const language = useLanguage();
  const [isReceiving, setReceiving] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const query = useQuery('sales.client', { clientId, offset: 0, limit: ALL }, ['sales.changed', 'purchases.changed']);
  const receivedBy = useChanges('payment', query.value?.payments.map(({ id }) => id) ?? []);
  return (
    <section className="part stack" style={{ gap: 8 }} aria-label={t('client.title')}>
      <h3>{t('client.title')}</h3>
      <Answer query={query} height={60}>
        {(money) => (
          <>
            <Balance money={money} />
            {isReceiving ? (
              <ReceiveForm clientId={clientId} owedKopecks={money.owedKopecks} onClose={() => setReceiving(false)} />
            ) : (
              <Group gap={8}>
                <Button
                  size="compact-sm"
                  leftSection={<IconCash size={14} aria-hidden />}
                  onClick={() => setReceiving(true)}
                >
                  {t('client.receive')}
                </Button>
                {(money.owedKopecks ?? 0) > 0 ? (
                  <Button
                    size="compact-sm"
                    leftSection={<IconFileInvoice size={14} aria-hidden />}
                    title={t('client.invoiceHelp')}
                    onClick={() => void saveDocument('documents.saveInvoice', { clientId, language })}
                  >
                    {t('client.invoice')}
                  </Button>
                ) : null}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => go('purchases', { filter: { view: 'prices', pricesOf: clientId } })}
                >
                  {t('client.ownPrices')}
                </Button>
              </Group>
            )}
            {money.payments.length === 0 ? null : (
              <ul aria-label={t('client.payments')}>
                {money.payments.slice(0, showsAll ? ALL : FIRST).map((payment) => (
                  <PaymentLine key={payment.id} payment={payment} by={receivedBy(payment.id)} />
                ))}
              </ul>
            )}
            {money.payments.length > FIRST && !showsAll ? (
              <Button
                size="compact-sm"
                variant="subtle"
                className="flush-start"
                style={{ alignSelf: 'flex-start' }}
                onClick={() => setShowsAll(true)}
              >
                {t('client.more', { count: money.total })}
              </Button>
            ) : null}
          </>
        )}
      </Answer>
    </section>
  );
};

const Balance = ({ money }: { readonly money: Money }) => {
  const { t } = useTranslation('sales');
  const format = useFormat();
  const today = localDate(useNow());
  const { owedKopecks, dueDay, since, uncertainKopecks } = money;
  const owed = owedKopecks ?? 0;
  return (
    <Group gap="4px 12px" mih={24} className="selectable">
      {owed > 0 ? (
        <StatusChip tone="warn" label={t('sale.owes', { amount: format.roubles(owed) })} />
      ) : owed < 0 ? (
        <StatusChip tone="ok" label={t('client.ahead', { amount: format.roubles(-owed) })} />
      ) : (
        <span className="dim">{t(owedKopecks === null ? 'client.nothing' : 'client.even')}</span>
      )}
      {owed > 0 && since !== null ? (
        <span className="dim">{t('client.since', { day: format.date(since) })}</span>
      ) : null}
      {owed > 0 && dueDay !== null ? (
        <span>
          {t('debts.due')}: <DueText day={dueDay} today={today} format={format} />
        </span>
      ) : null}
      {uncertainKopecks === 0 ? null : (
        <span className="dim">{t('client.uncertain', { amount: format.roubles(uncertainKopecks) })}</span>
      )}
    </Group>
  );
};

const PaymentLine = ({ payment, by }: { readonly payment: Payment; readonly by: SharedChange | undefined }) => {
  const { t } = useTranslation('sales');
  const language = useLanguage();
  const format = useFormat();
  const { id: paymentId, kind, amountKopecks, purchaseId, note, at } = payment;
  const what =
    kind === 'opening'
      ? t(amountKopecks < 0 ? 'client.openingDebt' : 'client.opening')
      : purchaseId === null
        ? t(amountKopecks < 0 ? 'client.givenBack' : 'client.received')
        : t('client.receivedFor', { id: purchaseId });
  const remove = () => void doAndTell('sales.removePayment', { paymentId }, () => t('client.paymentRemoved'));
  const amount = format.roubles(Math.abs(amountKopecks));
  return (
    <li className={styles.payment}>
      <span className="dim">{format.date(at)}</span>
      <span className={styles.paymentWhat}>
        {what}
        {note === '' ? null : <span className="dim">{` · ${note}`}</span>}
      </span>
      <Who change={by} />
      <span>{amount}</span>
      {kind === 'received' && amountKopecks > 0 ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('client.receipt', { amount, day: format.date(at) })}
          title={t('client.receiptHelp')}
          onClick={() => void saveDocument('documents.saveReceipt', { paymentId, language })}
        >
          <IconReceipt2 size={14} aria-hidden />
        </ActionIcon>
      ) : null}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('client.removePayment', { amount, day: format.date(at) })}
        onClick={remove}
      >
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </li>
  );
};
