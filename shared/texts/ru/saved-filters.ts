/** Filters that the user saves by name. */
export const savedFilters = {
  title: 'Сохранённые фильтры',
  none: 'Отфильтруйте и отсортируйте строки так, как часто нужно, и сохраните это под именем.',
  name: 'Имя',
  placeholder: 'Имя этого фильтра',
  save: 'Сохранить',
  replace: 'Заменить',
  saved: 'Фильтр сохранён: {{name}}',
  remove: 'Убрать фильтр {{name}}',
  removed: 'Фильтр убран: {{name}}',
  shown: 'Показан сейчас',
};
