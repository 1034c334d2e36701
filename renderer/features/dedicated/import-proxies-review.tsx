import { Button, Group, Stack } from '@mantine/core';
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
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { useHeldDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { SelectOption } from '../../ui/select-option.ts';
import { CountrySelect } from './country-select.tsx';
import styles from './import-proxies.module.css';
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
  const [error, setError] = useState<AppError>();
  const [isReading, setReading] = useState(false);
  const form = useForm({
    initial: NOTHING,
    read: asTyped<Others>,
    keys: { countryCode: 'country', clientId: 'client' },
  });
  useHeldDialog(form.busy);
  const { counts, missing, reading, importId } = table;
  const readAgain = async (change: Partial<TableReading>) => {
    setReading(true);
    setError(undefined);
    const result = await call('dedicated.importPreview', { importId, reading: { ...reading, ...change } });
    setReading(false);
    if (result.ok) setTable(result.value);
    else setError(result.error);
  };
  const submit = () =>
    form.submit((others) => call('dedicated.importConfirm', { importId, reading, forOthers: sentAs(others) }), onDone);
  const isOfUse = counts.new + counts.completes > 0;
  const forSome = (count: number): string => t('importProxies:forSome', { count });
  return (
    <Form ref={form.ref} onSubmit={submit}>
      <ImportProxiesSample table={table} onColumns={(columns) => void readAgain({ columns })} />
      <Counts table={table} busy={isReading} />
      <Remarks table={table} />
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
      {counts.new === 0 ? null : (
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
      <Group gap="8px 12px" justify="flex-end">
        <Button mr="auto" onClick={onBack}>
          {t('importProxies:back')}
        </Button>
        {isOfUse ? (
          <Button variant="filled" type="submit" loading={form.busy} disabled={isReading}>
            {counts.new > 0
              ? t('importProxies:confirm', { count: counts.new })
              : t('importProxies:confirmEnds', { count: counts.completes })}
          </Button>
        ) : null}
      </Group>
    </Form>
  );
};

const Counts = ({ table, busy }: { readonly table: ImportedTable; readonly busy: boolean }) => {
  const { t } = useTranslation('importProxies');
  const { counts, columnsProblem, twoWays, reading } = table;
  const isUndecided = twoWays !== null && reading.loginFirst === null;
  if (columnsProblem !== null) return <Notice tone="warn">{t(`columnsProblems.${columnsProblem}`)}</Notice>;
  const parts = (['new', 'completes', 'known', 'repeated', 'bad'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => t(`counts.${state}`, { count: counts[state] }));
  return (
    <p className={styles.counts} role="status" aria-busy={busy}>
      {parts.join(' · ')}
      {isUndecided || counts.new + counts.completes > 0 ? '' : `. ${t('nothing')}`}
    </p>
  );
};

/** The number of bad lines that are named. */
const NAMED = 5;

const Remarks = ({ table }: { readonly table: ImportedTable }) => {
  const { t } = useTranslation('importProxies');
  const { missing, unknownClients, badLines, counts, purchase } = table;
  const more = counts.bad - Math.min(NAMED, badLines.length);
  return (
    <>
      {counts.bad === 0 ? null : (
        <Notice tone="warn">
          <ul className={styles.bad}>
            {badLines.slice(0, NAMED).map(({ line, problem }) => (
              <li key={line}>{t('badLine', { line, problem: t(`problems.${problem}`) })}</li>
            ))}
            {more > 0 ? <li>{t('badMore', { count: more })}</li> : null}
          </ul>
          {t('badLeftOut')}
        </Notice>
      )}
      {purchase !== null && counts.new > purchase.count ? (
        <Notice tone="warn">{t('moreThanBought', { count: purchase.count })}</Notice>
      ) : null}
      {missing.ids === 0 ? null : <Notice tone="info">{t('withoutIds', { count: missing.ids })}</Notice>}
      {missing.credentials === 0 ? null : (
        <Notice tone="info">{t('withoutCredentials', { count: missing.credentials })}</Notice>
      )}
      {unknownClients.lines === 0 ? null : (
        <Notice tone="warn">
          {t('strangers', { count: unknownClients.lines, names: unknownClients.names.join(', ') })}
        </Notice>
      )}
    </>
  );
};
