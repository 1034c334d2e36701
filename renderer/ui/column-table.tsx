import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './column-table.module.css';

interface SampleLine {
  /** The number of the line in the text or sheet. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly state: ReactNode;
}

interface ColumnTableProps<Meaning extends string> {
  readonly label: string;
  readonly lineTitle: string;
  /** The title of the states; without it they are not shown. */
  readonly stateTitle: string | undefined;
  /** The meaning of each column. */
  readonly columns: readonly (Meaning | 'ignore')[];
  readonly titleOf: (index: number) => string;
  /** Makes the accessible name of the choice of a meaning; by default it is the title of the column. */
  readonly choiceLabel?: (title: string) => string;
  readonly meanings: readonly { readonly value: Meaning | 'ignore'; readonly label: string }[];
  /** The meanings that several columns can have together. */
  readonly shared?: readonly (Meaning | 'ignore')[];
  readonly onColumns: (columns: (Meaning | 'ignore')[]) => void;
  readonly lines: readonly SampleLine[];
}

/** A meaning belongs to one column unless it is shared, so choosing it here removes it from its former column. */
export const withColumn = <Meaning extends string>(
  columns: readonly (Meaning | 'ignore')[],
  index: number,
  column: Meaning | 'ignore',
  shared: readonly (Meaning | 'ignore')[] = [],
): (Meaning | 'ignore')[] => {
  const others = shared.includes(column) ? columns : columns.map((one) => (one === column ? 'ignore' : one));
  return others.with(index, column);
};

/** The first lines of a table that is imported, with a choice of the meaning above each column. */
export const ColumnTable = <Meaning extends string>(props: ColumnTableProps<Meaning>) => {
  const { label, lineTitle, stateTitle, columns, titleOf, choiceLabel, meanings, shared, onColumns, lines } = props;
  const choose = (index: number, value: string): void => {
    const chosen = meanings.find((meaning) => meaning.value === value);
    if (chosen !== undefined) onColumns(withColumn(columns, index, chosen.value, shared));
  };
  // Columns are identified by their position, because titles may repeat.
  const shown = columns.map((column, index) => ({ id: `c${index}`, index, column, title: titleOf(index) }));
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{lineTitle}</th>
          {stateTitle === undefined ? null : (
            <th scope="col" className={styles.state}>
              {stateTitle}
            </th>
          )}
          {shown.map(({ id, index, column, title }) => (
            <th key={id} scope="col" data-ignored={column === 'ignore' || undefined}>
              <span className={`${styles.title} clip`} title={title}>
                {title}
              </span>
              <NativeSelect
                aria-label={choiceLabel === undefined ? title : choiceLabel(title)}
                data={[...meanings]}
                value={column}
                onChange={(event) => choose(index, event.currentTarget.value)}
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, cells, state }) => (
          <tr key={line}>
            <td className={styles.number}>{line}</td>
            {stateTitle === undefined ? null : <td>{state}</td>}
            {shown.map(({ id, index, column }) => (
              <td key={id} data-ignored={column === 'ignore' || undefined} title={cells[index]}>
                <bdi>{cells[index]}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
