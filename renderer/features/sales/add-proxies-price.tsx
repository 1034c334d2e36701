import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryCodeOf } from '#shared/domain/country-name.ts';
import { DEDICATED_PROLONG_PERIODS, IPV_VALUES } from '#shared/domain/limits.ts';
import { readTypedAmount } from '#shared/domain/sale-amounts.ts';
import { parseProduct } from '#shared/domain/sale-products.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { doAndTell } from '../../parts/sales/sale-calls.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import styles from './sales.module.css';
import { useProductText } from './use-product-text.ts';

const DAYS = DEDICATED_PROLONG_PERIODS.map(String);

/** Adds a price for dedicated proxies, of which there are too many kinds to list them all. */
export const AddProxiesPrice = ({ clientId }: { readonly clientId: number | null }) => {
  const { t } = useTranslation(['sales', 'purchases', 'common']);
  const textOf = useProductText();
  const [ipv, setIpv] = useState('4');
  const [country, setCountry] = useState('');
  const [days, setDays] = useState('30');
  const [price, setPrice] = useState('');
  const [isTried, setTried] = useState(false);
  const { form, show } = useProblemFocus();
  const typed = country.trim();
  const code = typed === '' ? 'any' : (countryCodeOf(typed) ?? typed);
  const product = `dedicated ${ipv} ${code} ${days}`;
  const read = readTypedAmount(price, true);
  const isKnown = parseProduct(product) !== null;
  const submit = async () => {
    setTried(true);
    if (!read.ok || !isKnown) {
      show();
      return;
    }
    const said = t('sales:prices.kept', { what: textOf(product) });
    const done = await doAndTell('sales.setPrice', { clientId, product, priceKopecks: read.kopecks }, () => said);
    if (done === undefined) return;
    setTried(false);
    setPrice('');
    setCountry('');
  };
  return (
    <Form ref={form} className={`${styles.form} stack`} aria-label={t('sales:prices.addProxies')} onSubmit={submit}>
      <h2>{t('sales:prices.addProxies')}</h2>
      <Group gap={12} align="flex-start">
        <Select
          w={150}
          label={t('common:words.kind')}
          data={IPV_VALUES.map((value) => ({ value: String(value), label: t(`purchases:ipv.ipv${value}`) }))}
          value={ipv}
          allowDeselect={false}
          onChange={(value) => setIpv(value ?? ipv)}
        />
        <TextInput
          w={150}
          label={t('common:words.country')}
          placeholder={t('sales:prices.anyCountry')}
          maxLength={60}
          autoComplete="off"
          value={country}
          error={isTried && !isKnown ? t('sales:prices.countryProblem') : undefined}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        <Select
          w={120}
          label={t('sales:prices.days')}
          data={DAYS}
          value={days}
          allowDeselect={false}
          onChange={(value) => setDays(value ?? days)}
        />
        <NumberField
          w={150}
          decimal
          label={t('sales:prices.perProxy')}
          value={price}
          error={isTried && !read.ok ? problemText({ field: 'price', code: read.code }) : undefined}
          onChange={setPrice}
        />
        <Button type="submit" mt={22} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('common:actions.add')}
        </Button>
      </Group>
    </Form>
  );
};
