import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy, ProlongOrder } from '#shared/contract/dedicated.ts';
import { DEDICATED_PROLONG_PERIODS } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/result.ts';
import { LivePrice, type OrderForm, OrderFrame, useLiveQuote } from '../../parts/purchases/order-frame.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProlongTable } from './prolong-table.tsx';

export interface ProlongChoice {
  /** In days. */
  readonly period: number;
}

interface ProlongFormProps {
  /** The selected proxies; `undefined` while they are being read. */
  readonly rows: readonly DedicatedProxy[] | undefined;
  readonly loadError: AppError | undefined;
  readonly onReload: () => void;
  /** The selected proxies that can be prolonged. */
  readonly proxies: readonly DedicatedProxy[];
  /** `null` if no proxy can be prolonged. */
  readonly order: ProlongOrder | null;
  readonly form: OrderForm<ProlongChoice>;
}

/** Chooses the number of days and shows the price for each proxy. Nothing is bought here. */
export const ProlongForm = (props: ProlongFormProps) => {
  const { rows, loadError, proxies, order, form } = props;
  const { t } = useTranslation(['dedicated', 'purchases']);
  const quote = useLiveQuote('dedicated.quote', order === null ? null : { order: { ...order, clientId: null } });
  const withoutId = (rows?.length ?? 0) - proxies.length;
  return (
    <OrderFrame price={<LivePrice quote={quote} hint="" />} form={form} disabled={order === null} focusCancel>
      {loadError !== undefined ? (
        <ErrorNotice error={loadError} onRetry={props.onReload} />
      ) : rows === undefined ? (
        <Skeleton height={160} />
      ) : (
        <Stack gap={14}>
          {order === null ? (
            <Notice tone="warn">
              {rows.length === 0 ? t('dedicated:prolong.gone') : t('dedicated:prolong.nothing')}
            </Notice>
          ) : (
            <>
              {withoutId === 0 ? null : (
                <Notice tone="warn">{t('dedicated:prolong.withoutId', { count: withoutId })}</Notice>
              )}
              <ChoiceField
                label={t('dedicated:prolong.period')}
                data={DEDICATED_PROLONG_PERIODS.map((days) => ({
                  value: days,
                  label: t('purchases:days', { count: days }),
                }))}
                {...form.field('period')}
              />
              <ProlongTable proxies={proxies} lines={quote.waiting ? undefined : quote.value?.lines} />
            </>
          )}
        </Stack>
      )}
    </OrderFrame>
  );
};
