import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ForOthers, ImportedTable, TableReading } from '#shared/contract/import-proxies.ts';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import { IPV_VALUES, type Ipv } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSelect } from '../../parts/clients/client-select.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { useHeldDialog } from '../../ui/form-dialog.tsx';
import type { SelectOption } from '../../ui/select-option.ts';
import { useDateOrder } from '../../ui/use-date-order.ts';
import { CountrySelect } from './country-select.tsx';
import { ImportProxiesCounts, ImportProxiesRemarks } from './import-proxies-remarks.tsx';
import { ImportProxiesSample } from './import-proxies-sample.tsx';

interface ReviewProps {
  readonly first: ImportedTable;
  readonly onBack: () => void;
  readonly onDone: (imported: ProcedureOutput<'dedicated.importConfirm'>) => void;
}

interface Others {
  readonly ipv: Ipv | null;
  readonly country: SelectOption | null;
  readonly endDay: string;
  readonly client: NamedClient | null;
}

const NOTHING: Others = { ipv: null, country: null, endDay: '', client: null };

const sentAs = ({ ipv, country, endDay, client }: Others): ForOthers => ({
  ipv,
  countryCode: country?.code ?? null,
  endDay: endDay === '' ? null : endDay,
  clientId: client?.id ?? null,
});

/** Shows what the lines mean, asks for what they do not say, and imports them. */
export const ImportProxiesReview = ({ first, onBack, onDone }: ReviewProps) => {
  const { t } = useTranslation(['importProxies', 'dedicated', 'common']);
  const [table, setTable] = useState(first);
  /** The date that asked for its order. After the choice the table names none. */
  const [example, setExample] = useState(first.twoDays ?? '');
  const [error, setError] = useState<AppError>();
  const [isReading, setReading] = useState(false);
  const [faulty, setFaulty] = useState<'import' | 'hold'>('import');
  const form = useForm({
    initial: NOTHING,
    read: asTyped<Others>,
    keys: { countryCode: 'country', clientId: 'client' },
  });
  useHeldDialog(form.busy);
  const { counts, missing, reading, importId } = table;
  const readAgain = async (change: Partial<TableReading>, sheet?: number) => {
    setReading(true);
    setError(undefined);
    const changed = { importId, reading: { ...reading, ...change } };
    const result = await call('dedicated.importPreview', sheet === undefined ? changed : { ...changed, sheet });
    setReading(false);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    setTable(result.value);
    if (result.value.twoDays !== null) setExample(result.value.twoDays);
  };
  const submit = () =>
    form.submit(
      (others) => call('dedicated.importConfirm', { importId, reading, forOthers: sentAs(others), faulty }),
      onDone,
    );
  const { provenOrder: proven } = table;
  const dateOrder = useDateOrder({ chosen: reading.dayFirst, proven, example: table.twoDays ?? example });
  const heldBack = faulty === 'hold' ? counts.newFaulty : 0;
  const added = counts.new - heldBack;
  const isOfUse = added + counts.completes > 0;
  const forSome = (count: number): string => t('importProxies:forSome', { count });
  return (
    <Form ref={form.ref} onSubmit={submit}>
      {table.sheets.length < 2 ? null : (
        <NativeSelect
          label={t('importProxies:sheet')}
          data={table.sheets.map(({ index, name }) => ({ value: String(index), label: name }))}
          value={String(table.sheet)}
          disabled={isReading}
          onChange={(event) => void readAgain({}, Number(event.currentTarget.value))}
        />
      )}
      <ImportProxiesSample table={table} onColumns={(columns) => void readAgain({ columns })} />
      <ImportProxiesCounts table={table} heldBack={heldBack} busy={isReading} />
      <ImportProxiesRemarks table={table} />
      {table.twoWays === null ? null : (
        <ChoiceField
          label={t('importProxies:loginOrder')}
          value={reading.loginFirst === null ? '' : String(reading.loginFirst)}
          data={[
            { value: 'false', label: t('importProxies:loginLast', { place: table.twoWays.loginLast }) },
            { value: 'true', label: t('importProxies:loginFirst', { place: table.twoWays.loginFirst }) },
          ]}
          onChange={(chosen) => void readAgain({ loginFirst: chosen === 'true' })}
        />
      )}
      {table.twoDays === null && reading.dayFirst === null && proven === null ? null : (
        <ChoiceField
          label={dateOrder.label}
          {...(dateOrder.help === undefined ? {} : { description: dateOrder.help })}
          value={dateOrder.value}
          data={dateOrder.options}
          onChange={(chosen) => void readAgain({ dayFirst: chosen === 'true' })}
        />
      )}
      {counts.newFaulty === 0 ? null : (
        <ChoiceField
          label={t('importProxies:faulty')}
          value={faulty}
          data={[
            { value: 'import', label: t('importProxies:faultyImport') },
            { value: 'hold', label: t('importProxies:faultyHold') },
          ]}
          onChange={setFaulty}
        />
      )}
      {added === 0 ? null : (
        <Stack gap={14}>
          {missing.kinds === 0 ? null : (
            <ChoiceField
              label={t('common:words.kind')}
              description={forSome(missing.kinds)}
              error={form.problem('ipv')}
              value={form.values.ipv ?? 0}
              data={IPV_VALUES.map((ipv) => ({ value: ipv, label: t(`dedicated:kinds.ipv${ipv}`) }))}
              onChange={(ipv) => form.change({ ipv: IPV_VALUES.find((one) => one === ipv) ?? null })}
            />
          )}
          <div className="pair">
            {missing.countries === 0 ? null : (
              <CountrySelect {...form.field('country')} description={forSome(missing.countries)} />
            )}
            {missing.ends === 0 ? null : (
              <DayField
                label={t('importProxies:end')}
                description={`${forSome(missing.ends)}. ${t('importProxies:endHelp')}`}
                placeholder={t('importProxies:endUnknown')}
                {...form.field('endDay')}
              />
            )}
            {missing.clients === 0 ? null : <ClientSelect {...form.field('client')} />}
          </div>
        </Stack>
      )}
      <ErrorNotice error={error ?? form.error} />
      <DialogFoot>
        <Button mr="auto" onClick={onBack}>
          {t('importProxies:back')}
        </Button>
        {isOfUse ? (
          <Button variant="filled" type="submit" loading={form.busy} disabled={isReading}>
            {added > 0
              ? t('importProxies:confirm', { count: added })
              : t('importProxies:confirmEnds', { count: counts.completes })}
          </Button>
        ) : null}
      </DialogFoot>
    </Form>
  );
};
