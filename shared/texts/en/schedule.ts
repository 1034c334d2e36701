export const schedule = {
  tabs: { label: 'What to show', orders: 'Standing orders', lists: 'Scheduled lists', next: 'Next 30 days' },
};
