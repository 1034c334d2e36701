import { IconCalendarTime } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingForecast } from '#shared/contract/standing.ts';
import { LOCALES } from '#shared/domain/language.ts';
import { midnightOf } from '#shared/domain/local-date.ts';
import { MAX_SCHEDULED_LISTS } from '#shared/domain/scheduled-lists.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { go } from '../../nav/router.ts';
import { recurringView } from '../../parts/products/index.ts';
import { showOrder } from '../../parts/standing/show-order.ts';
import { Answer } from '../../ui/answer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useOrderName } from './order-text.ts';
import styles from './standing.module.css';

/** Shows what the desk will do automatically, day by day. */
export const NextDaysTab = ({ tabs }: { readonly tabs: ReactNode }) => {
  const { t } = useTranslation(['standing', 'schedule', 'common']);
  const query = useQuery('standing.forecast', {}, [
    'standing.changed',
    'clients.changed',
    'dedicated.changed',
    'purchases.changed',
    'account.changed',
  ]);
  return (
    <>
      <Toolbar label={t('common:words.whatToShow')}>{tabs}</Toolbar>
      <ScreenBody width={1540}>
        <Answer query={query} height={320}>
          {(forecast) => <Days forecast={forecast} />}
        </Answer>
      </ScreenBody>
    </>
  );
};

type Day = StandingForecast['days'][number];

const Days = ({ forecast }: { readonly forecast: StandingForecast }) => {
  const { t } = useTranslation('standing');
  const language = useLanguage();
  const { days, orders } = forecast;
  const dayText = useMemo(() => {
    const written = new Intl.DateTimeFormat(LOCALES[language], { weekday: 'short', day: 'numeric', month: 'long' });
    return (day: string): string => written.format(midnightOf(day) ?? 0);
  }, [language]);
  const topUps = orders.filter(({ action }) => !recurringView(action.kind).hasEnd).length;
  const shown = days.filter((day) => day.orders.length > 0 || day.uncovered > 0);
  if (shown.length === 0 && topUps === 0) {
    return (
      <>
        <ListsBesides />
        <EmptyState icon={IconCalendarTime} title={t('next.empty')} text={t('next.emptyText')} />
      </>
    );
  }
  return (
    <div className={styles.next}>
      <div className={styles.nextSums}>
        <Cover forecast={forecast} dayText={dayText} />
        {topUps === 0 ? null : <p className="dim">{t('next.topUps', { count: topUps })}</p>}
        <ListsBesides />
      </div>
      <ol className={styles.days} aria-label={t('next.days')}>
        {shown.map((day) => (
          <DayRow
            key={day.day}
            day={day}
            name={day.day === days[0]?.day ? t('next.today') : dayText(day.day)}
            orders={orders}
          />
        ))}
      </ol>
      <p className="dim">{t('next.hint')}</p>
    </div>
  );
};

/** Scheduled lists are free and would fill every day, so one line stands for all of them. */
const ListsBesides = () => {
  const { t } = useTranslation('standing');
  const format = useFormat();
  const now = useNow();
  const sort = { by: 'created', direction: 'desc' } as const;
  const page = { sort, offset: 0, limit: MAX_SCHEDULED_LISTS };
  const { value } = useQuery('scheduledLists.list', page, ['scheduledLists.changed']);
  const times = (value?.rows ?? []).flatMap(({ nextAt }) => (nextAt === null ? [] : [nextAt]));
  if (times.length === 0) return null;
  return (
    <TextLink onGo={() => go('schedule', { filter: { tab: 'lists' } })}>
      {t('next.lists', { count: times.length, moment: format.moment(Math.min(...times), now) })}
    </TextLink>
  );
};

interface CoverProps {
  readonly forecast: StandingForecast;
  readonly dayText: (day: string) => string;
}

/** Shows the total, and whether the balance covers it. */
const Cover = ({ forecast: { total, balanceKopecks, shortFrom }, dayText }: CoverProps) => {
  const { t } = useTranslation('standing');
  const format = useFormat();
  if (total.count === 0) return null;
  if (total.count === total.unpriced) return <Notice tone="mute">{t('next.noPrices', { count: total.count })}</Notice>;
  const sum = t('next.total', { sum: format.roublesShort(total.kopecks) });
  const unknown = total.unpriced === 0 ? '' : `, ${t('next.andUnknown', { count: total.unpriced })}`;
  const balance = format.roublesShort(balanceKopecks ?? 0);
  const cover =
    balanceKopecks === null
      ? t('next.noBalance')
      : shortFrom === null
        ? t(total.unpriced === 0 ? 'next.covered' : 'next.coveredKnown', { balance })
        : t('next.shortFrom', { balance, day: dayText(shortFrom) });
  return (
    <Notice tone={shortFrom !== null ? 'warn' : balanceKopecks === null ? 'mute' : 'ok'}>
      {`${sum}${unknown}. ${cover}`}
    </Notice>
  );
};

/** Shows what ends without an order, with links to the first ones. */
const Uncovered = ({ day: { uncovered, firstUncovered } }: { readonly day: Day }) => {
  const { t } = useTranslation('standing');
  if (uncovered === 0) return null;
  return (
    <span className={styles.one}>
      <span className="dim">{t('next.uncovered', { count: uncovered })}</span>
      {firstUncovered.map(({ clientId, proxyId, name }, index) => (
        <span key={`${clientId} ${proxyId}`}>
          <TextLink
            onGo={() => (proxyId === null ? go('clients', { clientId: clientId ?? 0 }) : go('dedicated', { proxyId }))}
          >
            {name}
          </TextLink>
          {index === firstUncovered.length - 1 && uncovered > firstUncovered.length ? ' …' : ''}
        </span>
      ))}
    </span>
  );
};

interface DayRowProps {
  readonly day: Day;
  readonly name: string;
  readonly orders: StandingForecast['orders'];
}

const DayRow = ({ day, name, orders }: DayRowProps) => {
  const { t } = useTranslation('standing');
  const format = useFormat();
  const nameOf = useOrderName();
  const kopecks = day.orders.reduce((sum, one) => sum + one.kopecks, 0);
  const unpriced = day.orders.reduce((sum, one) => sum + one.unpriced, 0);
  const isPriced = day.orders.some((one) => one.count > one.unpriced + one.waits + one.overCap);
  const left = day.balanceKopecks;
  return (
    <li className={styles.day}>
      <span>{name}</span>
      <span className={styles.what}>
        {day.orders.map(({ orderId, count, waits, overCap, carried, aboveCeiling }) => {
          const order = orders.find((one) => one.orderId === orderId);
          if (order === undefined) return null;
          return (
            <span key={orderId} className={styles.one}>
              <TextLink onGo={() => showOrder(orderId)}>{t('next.order', { name: nameOf(order), count })}</TextLink>
              {order.mode === 'ask' ? (
                <span className="dim">{t('next.asks')}</span>
              ) : aboveCeiling > 0 ? (
                <strong>{t('next.aboveCeiling', { count: aboveCeiling })}</strong>
              ) : null}
              {carried > 0 ? <span className="dim">{t('next.carried', { count: carried })}</span> : null}
              {waits > 0 ? <strong>{t('next.waits', { count: waits })}</strong> : null}
              {overCap > 0 ? <strong>{t('next.overCap', { count: overCap })}</strong> : null}
            </span>
          );
        })}
        <Uncovered day={day} />
      </span>
      <span className={styles.money}>
        {isPriced ? t('next.about', { sum: format.roublesShort(kopecks) }) : unpriced > 0 ? t('next.unknown') : ''}
        {isPriced && unpriced > 0 ? <p className="dim">{t('next.andUnknown', { count: unpriced })}</p> : null}
      </span>
      <span className={styles.money}>
        {left === null || kopecks === 0 ? (
          ''
        ) : left < 0 ? (
          <strong>{t('next.short', { sum: format.roublesShort(-left) })}</strong>
        ) : (
          <span className="dim">{t('next.left', { sum: format.roublesShort(left) })}</span>
        )}
      </span>
    </li>
  );
};
