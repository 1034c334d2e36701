/** Filters that the user saves by name. */
export const savedFilters = {
  title: 'Saved filters',
  none: 'Filter and sort the rows as you need them often, then save that under a name.',
  name: 'Name',
  placeholder: 'Name of this filter',
  save: 'Save',
  replace: 'Replace',
  saved: 'Filter saved: {{name}}',
  remove: 'Remove the filter {{name}}',
  removed: 'Filter removed: {{name}}',
  shown: 'Shown now',
};
