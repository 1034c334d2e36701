export const schedule = {
  tabs: { label: 'What to show', orders: 'Standing orders', lists: 'Scheduled lists', next: 'Next 30 days' },
  orders: { empty: 'No standing orders yet' },
  next: { empty: 'Nothing is due in the next 30 days' },
};
