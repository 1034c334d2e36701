import type { FilteredScreen } from '#shared/domain/saved-filter.ts';
import type { FilteredList } from '../../ui/use-list.ts';
import { SavedFilters } from './saved-filters.tsx';

interface ListSavedFiltersProps<Row, Filter, By extends string> {
  readonly screen: FilteredScreen;
  readonly list: Pick<FilteredList<Row, Filter, By>, 'filter' | 'grid' | 'showOnly'>;
}

/** The saved filters of a screen whose rows are a list with a stored filter and sort. */
export const ListSavedFilters = <Row, Filter extends object, By extends string>({
  screen,
  list: { filter, grid, showOnly },
}: ListSavedFiltersProps<Row, Filter, By>) => (
  <SavedFilters
    screen={screen}
    shown={{ filter, sort: grid.sort }}
    onApply={(saved) => {
      // The list checks every field and every column by itself.
      showOnly(saved.filter as Partial<Filter>);
      if (saved.sort !== null) grid.onSortChange(saved.sort);
    }}
  />
);
