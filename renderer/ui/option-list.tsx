import { IconCheck } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import type { SelectOption } from './select-option.ts';
import type { WindowedRows } from './use-windowed-rows.ts';
import styles from './virtual-multi-select.module.css';

const ROW_HEIGHT = 28;
/** The row height with a second line. */
const TALL_HEIGHT = 42;

interface OptionListProps {
  /**
   * The prefix of the ids of the list (`<id>-list`) and its options (`<id>-<index>`), for the field's
   * `aria-activedescendant`.
   */
  readonly id: string;
  readonly label: string;
  readonly rows: Omit<WindowedRows<SelectOption>, 'shownKey' | 'askAhead' | 'findRow'>;
  readonly resetKey: string;
  readonly cursor: number;
  readonly isChosen: (code: string) => boolean;
  readonly onToggle: (option: SelectOption) => void;
  /** At most one option can be chosen. */
  readonly single?: boolean;
  /** The number of visible rows; 9 by default. */
  readonly shown?: number;
  /** The options have details below their names. */
  readonly tall?: boolean;
  /** Returns a drawing in front of the name of an option. */
  readonly markOf?: ((code: string) => ReactNode) | undefined;
  /** The text of an empty list; "Nothing found" by default. */
  readonly nothing?: string;
}

/** The service mixes the letter cases of country and state codes, so they are shown in one case. */
const shownCode = (code: string): string => (/^[a-z]{2}$/i.test(code) ? code.toUpperCase() : code);

/** The windowed list below a field that chooses. The keyboard focus stays in the field. */
export const OptionList = ({
  id,
  label,
  rows,
  resetKey,
  cursor,
  isChosen,
  onToggle,
  single,
  shown = 9,
  tall = false,
  markOf,
  nothing,
}: OptionListProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const height = tall ? TALL_HEIGHT : ROW_HEIGHT;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  const { onRangeChange } = rows;
  useEffect(() => onRangeChange(from, to), [onRangeChange, from, to]);

  const shownKey = useRef(resetKey);
  useEffect(() => {
    if (shownKey.current !== resetKey) scroller.current?.scrollTo({ top: 0 });
    shownKey.current = resetKey;
  }, [resetKey]);
  useEffect(() => {
    if (cursor >= 0) virtualizer.scrollToIndex(cursor, { align: 'auto' });
  }, [virtualizer, cursor]);

  const listbox = {
    id: `${id}-list`,
    role: 'listbox',
    'aria-label': label,
    'aria-multiselectable': single !== true,
  } as const;
  if (rows.rowCount === 0) {
    return (
      <p className={styles.empty} role="status">
        {rows.first || rows.loading ? t('grid.loading') : (nothing ?? t('multiSelect.nothing'))}
      </p>
    );
  }
  return (
    <div
      ref={scroller}
      {...listbox}
      className={styles.scroller}
      style={{ height: Math.min(shown, rows.rowCount) * height }}
    >
      <div role="presentation" className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const option = rows.getRow(item.index);
          const chosen = option !== undefined && isChosen(option.code);
          // The field has the keyboard focus (aria-activedescendant), and an option reacts only to the pointer.
          const attributes = {
            id: `${id}-${item.index}`,
            role: 'option',
            'aria-selected': chosen,
            'aria-setsize': rows.rowCount,
            'aria-posinset': item.index + 1,
            onClick: () => option !== undefined && onToggle(option),
          } as const;
          return (
            <div
              key={item.index}
              {...attributes}
              className={styles.option}
              style={{ transform: `translateY(${item.start}px)`, height }}
              data-cursor={item.index === cursor || undefined}
            >
              <span className={styles.check}>{chosen ? <IconCheck size={14} aria-hidden /> : null}</span>
              <span className={`${styles.name} clip`} title={option?.name}>
                {option === undefined ? null : markOf?.(option.code)}
                <bdi>{option?.name ?? '…'}</bdi>
                {option?.detail === undefined ? null : <div className={`${styles.detail} clip`}>{option.detail}</div>}
              </span>
              {option !== undefined &&
              option.detail === undefined &&
              option.code.toLowerCase() !== option.name.toLowerCase() ? (
                <span className={styles.code}>{shownCode(option.code)}</span>
              ) : null}
              {option?.count === undefined ? null : <span className={styles.count}>{format.number(option.count)}</span>}
            </div>
          );
        })}
      </div>
    </div>
  );
};
