import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { countryName } from '#shared/domain/country-name.ts';
import { bracketedHost } from '#shared/domain/ip-address.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CHECK_STYLES } from '../../parts/checks/check-styles.ts';
import { CountryFlag } from '../../parts/places/country-flag.tsx';
import { copiedTime } from '../../ui/copied-cells.ts';
import type { GridColumn } from '../../ui/grid-column.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './dedicated.module.css';
import { DaysLeft, ExpiryDate, useDateWords } from './expiry.tsx';
import { useProtocolText } from './use-protocol-text.ts';

const MINUTE = 60_000;

type Address = Pick<DedicatedProxy, 'ip' | 'port'>;

/** Formats the address of a proxy, IPv6 in brackets, or a dash if it is unreadable. */
export const hostOf = ({ ip }: Address): string => (ip === null ? '—' : bracketedHost(ip));
export const portOf = ({ port }: Address): string => `:${port ?? '—'}`;

/** Formats `203.0.113.5:8080` or `[2001:db8::1]:8080`, and a dash for an unreadable address. */
export const addressOf = (address: Address): string => `${hostOf(address)}${portOf(address)}`;

/** The columns of the grid in the current language. All but the spare ones fit a window of 1280 px. */
export const useProxyColumns = (): readonly GridColumn<DedicatedProxy>[] => {
  const { t } = useTranslation(['dedicated', 'common', 'checks']);
  const language = useLanguage();
  const format = useFormat();
  const words = useDateWords();
  const protocolText = useProtocolText();
  // New columns draw all rows again, which the remaining days do not need every few seconds.
  const now = Math.floor(useNow() / MINUTE) * MINUTE;
  return useMemo(
    () => [
      {
        id: 'ip',
        header: t('common:words.address'),
        width: 202,
        minWidth: 150,
        grow: true,
        sortable: true,
        render: (proxy) => (
          <span className={styles.address}>
            {proxy.complete && !proxy.unlistable ? null : (
              <IconAlertTriangle
                size={14}
                className={styles.warn}
                role="img"
                aria-label={proxy.unlistable ? t('unlistable') : t('incomplete')}
              />
            )}
            <span className={styles.hostAndPort}>
              <span className={styles.mono}>{proxy.ip === null ? t('noAddress') : hostOf(proxy)}</span>
              {proxy.ip === null ? null : <span className={styles.mono}>{portOf(proxy)}</span>}
            </span>
          </span>
        ),
        title: addressOf,
      },
      {
        id: 'expiresAt',
        header: t('columns.expires'),
        // The width includes the mark for an assumed zone.
        width: 176,
        sortable: true,
        render: (proxy) => <ExpiryDate proxy={proxy} words={words} />,
        copied: ({ expiresAt, dateEnd }) => (expiresAt === null ? (dateEnd ?? '') : copiedTime(expiresAt)),
      },
      {
        id: 'left',
        header: t('columns.left'),
        width: 124,
        render: (proxy) => <DaysLeft proxy={proxy} now={now} words={words} />,
      },
      {
        id: 'countryCode',
        header: t('common:words.country'),
        width: 124,
        grow: true,
        sortable: true,
        render: (proxy) => (
          <>
            <CountryFlag code={proxy.countryCode} />
            {countryName(proxy.countryCode, proxy.countryTitle, language)}
          </>
        ),
        title: (proxy) => `${proxy.countryTitle} (${proxy.countryCode})`,
        copied: (proxy) => countryName(proxy.countryCode, proxy.countryTitle, language),
      },
      {
        id: 'ipv',
        header: t('common:words.kind'),
        width: 100,
        sortable: true,
        render: (proxy) => t(`kindsShort.ipv${proxy.ipv}`),
      },
      {
        id: 'client',
        header: t('common:words.client'),
        width: 108,
        grow: true,
        render: (proxy) => <bdi>{rowClientLabel(proxy)}</bdi>,
        title: rowClientLabel,
      },
      {
        id: 'login',
        header: t('columns.login'),
        width: 84,
        render: (proxy) => <span className={styles.mono}>{proxy.username ?? '—'}</span>,
        title: (proxy) => proxy.username ?? '',
      },
      {
        id: 'protocol',
        header: t('common:words.protocol'),
        width: 84,
        render: (proxy) => (proxy.portType === null ? null : protocolText(proxy)),
        title: protocolText,
      },
      {
        id: 'check',
        header: t('checks:last.proxy'),
        width: 132,
        spare: true,
        render: ({ lastCheck }) =>
          lastCheck === null ? null : (
            <StatusChip {...CHECK_STYLES[lastCheck.state]} label={t(`checks:states.${lastCheck.state}`)} />
          ),
        title: ({ lastCheck }) => (lastCheck === null ? '' : format.relative(lastCheck.at, now)),
      },
      {
        id: 'serviceId',
        header: t('columns.id'),
        width: 100,
        spare: true,
        align: 'end',
        sortable: true,
        render: (proxy) => proxy.serviceId ?? '—',
      },
      {
        id: 'boughtAt',
        header: t('columns.bought'),
        width: 110,
        spare: true,
        sortable: true,
        render: (proxy) => format.date(proxy.boughtAt),
        title: (proxy) =>
          `${proxy.imported ? t('columns.imported') : t('columns.bought')}: ${format.exact(proxy.boughtAt)}`,
      },
      {
        id: 'note',
        header: t('common:words.note'),
        width: 140,
        spare: true,
        grow: true,
        render: (proxy) => <bdi className="dim">{proxy.note}</bdi>,
        title: (proxy) => proxy.note,
      },
    ],
    [t, format, words, protocolText, now, language],
  );
};
