import { z } from 'zod';
import { FILTERED_SCREENS, SAVED_FILTER_LIMITS } from '../domain/saved-filter.ts';
import { event, id, nothing, procedure, text } from './define.ts';

const sort = z.strictObject({ by: text(100), direction: z.enum(['asc', 'desc']) });

const value = z.union([text(500), z.number(), z.boolean()]);
/** The fields of a filter as its screen stores them. The screen takes only the valid ones from it. */
const fields = z.record(text(100), z.union([value, z.array(value).max(500), z.record(text(100), value)]));
const filter = fields.refine((all) => JSON.stringify(all).length <= SAVED_FILTER_LIMITS.characters);

const screen = z.enum(FILTERED_SCREENS);

const savedFilter = z.object({
  id,
  screen,
  name: z.string(),
  filter: fields,
  sort: sort.nullable(),
});

export const savedFiltersProcedures = {
  /** Returns the filters of all screens that the account saved on this computer, by their names. */
  'savedFilters.list': procedure(nothing, z.array(savedFilter)),
  /** Replaces a filter of the same name on the same screen. `conflict` if there are too many. */
  'savedFilters.save': procedure(
    z.strictObject({ screen, name: text(300), filter, sort: sort.nullable() }),
    savedFilter,
  ),
  'savedFilters.remove': procedure(z.strictObject({ savedFilterId: id }), nothing),
};

export const savedFiltersEvents = {
  'savedFilters.changed': event(z.object({})),
};

export type SavedFilter = z.output<typeof savedFilter>;
