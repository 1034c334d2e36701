import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_PERCENT } from '#shared/domain/sale-amounts.ts';
import { parseWholeNumber } from '#shared/domain/typed-number.ts';
import { useAction } from '../../bridge/use-action.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { doAndTell } from '../../parts/sales/sale-calls.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { doneToast, errorToast } from '../../ui/undo-toast.tsx';
import styles from './sales.module.css';

const RANGE = { min: 0, max: MAX_PERCENT };

/** Fills the price list with the service's prices plus a percentage. */
export const FillPrices = () => {
  const { t } = useTranslation('sales');
  const [typed, setTyped] = useState('30');
  const costs = useAction('sales.refreshCosts');
  const percent = parseWholeNumber(typed);
  const isGood = percent !== null && percent >= RANGE.min && percent <= RANGE.max;
  const [problem] = isGood ? [] : [{ field: 'percent', code: 'not-whole', params: RANGE }];
  const fill = async () => {
    if (!isGood) return;
    const count = await doAndTell('sales.fillPrices', { percent }, (filled) => t('prices.filled', { count: filled }));
    if (count === 0) doneToast(t('prices.nothingToFill'));
  };
  const ask = async () => {
    const result = await costs.run({});
    if (!result.ok) errorToast(result.error);
  };
  return (
    <Form className={`${styles.form} stack`} aria-label={t('prices.start')} onSubmit={fill}>
      <Group gap={12} align="flex-start">
        <NumberField
          w={180}
          label={t('prices.markup')}
          value={typed}
          max={MAX_PERCENT}
          error={problem === undefined ? undefined : problemText(problem)}
          onChange={setTyped}
        />
        <Button type="submit" mt={22}>
          {t('prices.fill')}
        </Button>
        <ServiceButton type="button" mt={22} loading={costs.busy} onClick={() => void ask()}>
          {t('prices.askCosts')}
        </ServiceButton>
      </Group>
      <p className={styles.help}>{t('prices.fillHelp')}</p>
    </Form>
  );
};

/** Sets prices for purchases from before there were any. */
export const PriceEarlier = () => {
  const { t } = useTranslation('sales');
  const [isPaid, setPaid] = useState(true);
  const [busy, setBusy] = useState(false);
  const give = async () => {
    setBusy(true);
    const count = await doAndTell('sales.priceEarlier', { isPaid }, (sold) => t('prices.earlierDone', { count: sold }));
    setBusy(false);
    if (count === 0) doneToast(t('prices.earlierNone'));
  };
  return (
    <section className={`${styles.form} stack`} aria-label={t('prices.earlier')}>
      <h2>{t('prices.earlier')}</h2>
      <p className={styles.help}>{t('prices.earlierHelp')}</p>
      <Checkbox
        label={t('prices.isPaid')}
        checked={isPaid}
        onChange={(event) => setPaid(event.currentTarget.checked)}
      />
      <div>
        <Button loading={busy} onClick={() => void give()}>
          {t('prices.earlierGive')}
        </Button>
      </div>
    </section>
  );
};
