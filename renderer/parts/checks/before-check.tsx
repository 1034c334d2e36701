import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CHECK_BYTES, checkDuration } from '#shared/domain/check.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Fact } from '../../ui/fact.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSettings } from '../settings/settings-store.ts';

interface CheckCostProps {
  readonly count: number;
  /** `null` while the values do not allow a check. */
  readonly how: { readonly atOnce: number; readonly timeoutS: number } | null;
  /** Whether the traffic through the proxies was bought, is unmetered, or is unknown. */
  readonly traffic: 'bought' | 'unmetered' | 'unknown';
  /** The number of lines that are not proxies. */
  readonly skipped?: number;
}

interface BeforeCheckProps extends CheckCostProps {
  readonly replaces: boolean;
  /** There is more than one list, and they are checked in turn. */
  readonly inTurn: boolean;
}

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** Returns how the schedule checks: as the user's last check did. `null` until the settings are known. */
export const useScheduledHow = (): CheckCostProps['how'] => {
  const settings = useSettings((state) => state.settings);
  return settings === undefined ? null : { atOnce: settings.checkAtOnce, timeoutS: settings.checkTimeoutS };
};

/** The facts of what a check takes: proxies, time and traffic. They stand in a `dl`. */
export const CheckCost = ({ count, skipped = 0, how, traffic }: CheckCostProps) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const bytes = { bytes: format.bytes(count * CHECK_BYTES), each: format.bytes(CHECK_BYTES) };
  return (
    <>
      <Fact name={t('before.count')}>{format.number(count)}</Fact>
      {skipped === 0 ? null : <Fact name={t('before.skipped')}>{t('before.notProxies', { count: skipped })}</Fact>}
      <Fact name={t('before.time')}>{how === null ? null : <TimeRange count={count} how={how} />}</Fact>
      <Fact name={t('before.traffic')}>{t(`before.${traffic}`, bytes)}</Fact>
    </>
  );
};

/** Says before a check how many proxies it covers, how long it takes and how much paid traffic it uses. */
export const BeforeCheck = ({ replaces, inTurn, ...cost }: BeforeCheckProps) => {
  const { t } = useTranslation('checks');
  return (
    <>
      <section aria-label={t('before.title')}>
        <h2>{t('before.title')}</h2>
        <Box component="dl" className="facts" mt={8}>
          <CheckCost {...cost} />
        </Box>
      </section>
      <Notice tone="info">{t('before.login')}</Notice>
      {inTurn ? <Notice tone="mute">{t('before.inTurn')}</Notice> : null}
      {replaces ? <Notice tone="warn">{t('before.replaces')}</Notice> : null}
    </>
  );
};

interface TimeRangeProps {
  readonly count: number;
  readonly how: { readonly atOnce: number; readonly timeoutS: number };
}

const TimeRange = ({ count, how }: TimeRangeProps) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const range = checkDuration(count, how);
  const most = format.duration(range.most * SECOND_MS);
  const least = format.duration(range.least * SECOND_MS);
  // Durations are in whole minutes, and "from 1 minute" would exceed the real time.
  const isQuick = range.least < MINUTE_S || least === most;
  return isQuick ? t('before.upTo', { most }) : t('before.timeRange', { least, most });
};
