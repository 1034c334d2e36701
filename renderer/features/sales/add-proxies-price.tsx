import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { countryCodeOf } from '#shared/domain/country-name.ts';
import { DEDICATED_PROLONG_PERIODS, IPV_VALUES } from '#shared/domain/limits.ts';
import { dedicatedPriceList } from '#shared/domain/products/dedicated.ts';
import { normalPriceKey } from '#shared/domain/products/rules.ts';
import { readTypedAmount } from '#shared/domain/sale-amounts.ts';
import type { Problem } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { tellChange } from '../../parts/sales/sale-calls.ts';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import styles from './sales.module.css';
import { useProductText } from './use-product-text.ts';

const DAYS = DEDICATED_PROLONG_PERIODS.map(String);

const NOTHING = { ipv: '4', country: '', days: '30', price: '' };

type Price = Omit<ProcedureInput<'sales.setPrice'>, 'clientId'>;

const readPrice = ({ ipv, country, days, price }: typeof NOTHING): Read<Price> => {
  const typed = country.trim();
  const code = typed === '' ? 'any' : (countryCodeOf(typed) ?? typed);
  const product = `dedicated ${ipv} ${code} ${days}`;
  const read = readTypedAmount(price, true);
  const problems: Problem[] = [];
  if (dedicatedPriceList.parse(normalPriceKey(product)) === null)
    problems.push({ field: 'country', code: 'price-country' });
  if (!read.ok) problems.push({ field: 'price', code: read.code });
  return read.ok && problems.length === 0
    ? { ok: true, value: { product, priceKopecks: read.kopecks } }
    : unreadable(...problems);
};

/** Adds a price for dedicated proxies, of which there are too many kinds to list them all. */
export const AddProxiesPrice = ({ clientId }: { readonly clientId: number | null }) => {
  const { t } = useTranslation(['sales', 'purchases', 'common']);
  const textOf = useProductText();
  const form = useForm({ initial: NOTHING, read: readPrice, keys: { product: 'country', priceKopecks: 'price' } });
  const { ipv, days } = form.values;
  const submit = () =>
    form.submit(
      (price) => call('sales.setPrice', { clientId, ...price }),
      (done, { product }) => {
        tellChange(done, () => t('sales:prices.kept', { what: textOf(product) }));
        form.change({ price: '', country: '' });
      },
    );
  return (
    <Form ref={form.ref} className={`${styles.form} stack`} aria-label={t('sales:prices.addProxies')} onSubmit={submit}>
      <h2>{t('sales:prices.addProxies')}</h2>
      <Group gap={12} align="flex-start">
        <Select
          w={150}
          label={t('common:words.kind')}
          data={IPV_VALUES.map((value) => ({ value: String(value), label: t(`purchases:ipv.ipv${value}`) }))}
          value={ipv}
          allowDeselect={false}
          onChange={(value) => form.change({ ipv: value ?? ipv })}
        />
        <TextInput
          w={150}
          label={t('common:words.country')}
          placeholder={t('sales:prices.anyCountry')}
          maxLength={60}
          autoComplete="off"
          {...form.input('country')}
        />
        <Select
          w={120}
          label={t('sales:prices.days')}
          data={DAYS}
          value={days}
          allowDeselect={false}
          onChange={(value) => form.change({ days: value ?? days })}
        />
        <NumberField w={150} decimal label={t('sales:prices.perProxy')} {...form.field('price')} />
        <Button type="submit" mt={22} loading={form.busy} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('common:actions.add')}
        </Button>
      </Group>
    </Form>
  );
};
