import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES } from '#shared/domain/language.ts';
import { localDate, midnightOf, shiftDay, shiftMonth } from '#shared/domain/local-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { ICON } from './menu-icon.ts';
import styles from './range-calendar.module.css';

interface DayRange {
  /** YYYY-MM-DD, both days included; `''` leaves that end open. */
  readonly from: string;
  readonly to: string;
}

interface RangeCalendarProps {
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
}

const dateOf = (day: string): Date => new Date(midnightOf(day) ?? 0);
/** 0 is Monday, because the week begins with it in both languages. */
const weekdayOf = (day: string): number => (dateOf(day).getDay() + 6) % 7;
const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => shiftDay(day, -1),
  ArrowRight: (day) => shiftDay(day, 1),
  ArrowUp: (day) => shiftDay(day, -7),
  ArrowDown: (day) => shiftDay(day, 7),
  Home: (day) => shiftDay(day, -weekdayOf(day)),
  End: (day) => shiftDay(day, 6 - weekdayOf(day)),
  PageUp: (day) => shiftMonth(day, -1),
  PageDown: (day) => shiftMonth(day, 1),
};

/**
 * One month in which the first click begins a range and the second ends it. It is a single tab stop, and arrows move
 * within it.
 */
export const RangeCalendar = ({ value: { from, to }, onChange }: RangeCalendarProps) => {
  const { t } = useTranslation();
  const locale = LOCALES[useLanguage()];
  const today = localDate(Date.now());
  const [cursor, setCursor] = useState(to !== '' ? to : from !== '' ? from : today);
  const [isHalf, setHalf] = useState(false);
  const [seen, setSeen] = useState<DayRange>({ from, to });
  if (seen.from !== from || seen.to !== to) {
    // The range was changed by typing. The calendar follows it and forgets the range that was begun here.
    setSeen({ from, to });
    setCursor((seen.to === to ? from : to) || cursor);
    setHalf(false);
  }
  const table = useRef<HTMLTableElement>(null);
  const month = cursor.slice(0, 7);
  const first = shiftDay(`${month}-01`, -weekdayOf(`${month}-01`));
  const written = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options).format(dateOf(day));
  const pick = (day: string) => {
    const begun = isHalf && from !== '' ? from : day;
    const range = day < begun ? { from: day, to: begun } : { from: begun, to: day };
    setSeen(range);
    setCursor(day);
    setHalf(!isHalf);
    onChange(range);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const next = move(cursor);
    setCursor(next);
    // The button in the other month exists only after the next drawing.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  const isWithin = (day: string) => (from === '' || day >= from) && (to === '' || day <= to) && from + to !== '';
  return (
    <div className={styles.calendar}>
      <Group gap={0} wrap="nowrap" justify="space-between" mb={4}>
        <ActionIcon aria-label={t('day.previousMonth')} onClick={() => setCursor(shiftMonth(cursor, -1))}>
          <IconChevronLeft {...ICON} />
        </ActionIcon>
        <span className={styles.month} aria-live="polite">
          {written(cursor, { month: 'long', year: 'numeric' })}
        </span>
        <ActionIcon aria-label={t('day.nextMonth')} onClick={() => setCursor(shiftMonth(cursor, 1))}>
          <IconChevronRight {...ICON} />
        </ActionIcon>
      </Group>
      <table ref={table} className={styles.days}>
        <thead>
          <tr>
            {WEEK.map((weekday) => (
              <th key={weekday} scope="col">
                {written(shiftDay(first, weekday), { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 1, 2, 3, 4, 5].map((week) => (
            <tr key={week}>
              {WEEK.map((weekday) => {
                const day = shiftDay(first, week * 7 + weekday);
                return (
                  <td key={day}>
                    <button
                      type="button"
                      className={styles.day}
                      data-day={day}
                      data-other={day.startsWith(month) ? undefined : true}
                      data-end={day === from || day === to || undefined}
                      tabIndex={day === cursor ? 0 : -1}
                      aria-label={written(day, { dateStyle: 'long' })}
                      aria-pressed={isWithin(day)}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => pick(day)}
                      onKeyDown={onKeyDown}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
