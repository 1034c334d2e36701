import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { requiredName } from '#core/platform/text/required-name.ts';
import { SAVED_FILTER_LIMITS } from '#shared/domain/saved-filter.ts';
import { DeskError } from '#shared/result.ts';
import { allSavedFilters, countOtherFilters, removeSavedFilter, writeSavedFilter } from './saved-filter-repository.ts';

/** Answers the requests of the feature "saved filters": filters of the screens that the user saved by name. */
export const savedFiltersHandlers = ({
  db,
  session,
}: CommonDeps<'db' | 'session'>): FeatureHandlers<'savedFilters'> => ({
  'savedFilters.list': () => allSavedFilters(db, session.accountId()),
  'savedFilters.save': ({ name: typed, ...rest }) => {
    const { name: longest, count: max } = SAVED_FILTER_LIMITS;
    const wanted = { ...rest, name: requiredName('name', typed, longest) };
    const accountId = session.accountId();
    return db.transaction(() => {
      if (countOtherFilters(db, accountId, wanted) >= max) {
        throw new DeskError('conflict', 'Too many filters are saved.', { code: 'too-many-filters', params: { max } });
      }
      return writeSavedFilter(db, accountId, wanted);
    });
  },
  'savedFilters.remove': ({ savedFilterId }) => {
    removeSavedFilter(db, session.accountId(), savedFilterId);
    return {};
  },
});
