import { VisuallyHidden } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { CheckLine } from '#shared/contract/runs.ts';
import { countryName } from '#shared/domain/country-name.ts';
import type { Language } from '#shared/domain/language.ts';
import { CHECK_STYLES } from '../../../parts/checks/check-styles.ts';
import { CountryFlag } from '../../../parts/places/country-flag.tsx';
import type { GridColumn } from '../../../ui/grid-column.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from './check.module.css';

type Words = TFunction<['checks', 'common']>;

/** Says why a proxy does not work; empty if it does. */
export const checkReasonOf = ({ reason }: Pick<CheckLine, 'reason'>, t: Words): string =>
  reason === null ? '' : t(`checks:reasons.${reason}`);

const timeOf = (ms: number | null, t: Words): string => (ms === null ? '' : t('checks:ms', { ms }));

/** The number of distinguishing characters that stay visible in any column width. */
const KEPT = 12;

/** The lines of a list begin and end alike. A narrow column cuts off the end first, and then the beginning. */
const ProxyText = ({ line: { text, ownUntil } }: { readonly line: CheckLine }) => {
  const from = Math.max(0, ownUntil - KEPT);
  return (
    <>
      <bdi className={styles.proxy} aria-hidden>
        <span>{text.slice(0, from)}</span>
        <span className={styles.own}>{text.slice(from, ownUntil)}</span>
        <span>{text.slice(ownUntil)}</span>
      </bdi>
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
};

/** The columns for the proxies of a check and their results. */
export const checkLineColumns = (t: Words, language: Language): readonly GridColumn<CheckLine>[] => {
  const countryOf = ({ exitCountry: code }: CheckLine): string =>
    code === null ? '' : countryName(code, code, language);
  return [
    { id: 'line', header: '№', width: 64, align: 'end', sortable: true, render: ({ line }) => line + 1 },
    {
      id: 'proxy',
      header: t('common:words.proxy'),
      // With these widths all columns fit a window of 1280 px, beside the scroll bar.
      width: 160,
      minWidth: 140,
      grow: true,
      render: (line) => <ProxyText line={line} />,
      title: ({ text }) => text,
    },
    {
      id: 'state',
      header: t('checks:columns.state'),
      width: 138,
      render: ({ state }) => <StatusChip {...CHECK_STYLES[state]} label={t(`checks:states.${state}`)} />,
    },
    {
      id: 'connect',
      header: t('checks:columns.connect'),
      width: 102,
      align: 'end',
      render: ({ connectMs }) => timeOf(connectMs, t),
    },
    {
      id: 'time',
      header: t('checks:columns.firstByte'),
      width: 112,
      align: 'end',
      sortable: true,
      render: ({ firstByteMs }) => timeOf(firstByteMs, t),
    },
    {
      id: 'exit',
      header: t('checks:columns.exit'),
      width: 132,
      sortable: true,
      render: ({ exitIp }) => exitIp ?? '',
      title: ({ exitIp }) => exitIp ?? '',
    },
    {
      id: 'country',
      header: t('common:words.country'),
      width: 124,
      render: (line) => (
        <>
          <CountryFlag code={line.exitCountry ?? ''} />
          {countryOf(line)}
        </>
      ),
      title: countryOf,
    },
    {
      id: 'reason',
      header: t('common:words.reason'),
      width: 200,
      grow: true,
      render: (line) => checkReasonOf(line, t),
      title: (line) => checkReasonOf(line, t),
    },
  ];
};
