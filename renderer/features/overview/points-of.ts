interface Day {
  readonly label: string;
  /** One value for each series. */
  readonly values: readonly number[];
}

/** The days that are not empty, with their values in words. */
export const pointsOf = (days: readonly Day[], series: readonly string[], format: (value: number) => string) =>
  days.flatMap(({ label, values }) => {
    const lines = series.flatMap((name, at) => {
      const value = values[at] ?? 0;
      return value === 0 ? [] : [`${name}: ${format(value)}`];
    });
    return lines.length === 0 ? [] : [{ title: label, lines }];
  });
