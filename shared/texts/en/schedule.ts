export const schedule = {
  tabs: {
    orders: 'Standing orders',
    lists: 'Scheduled lists',
    checks: 'Proxy checks',
    report: 'Reports',
    next: 'Next 30 days',
  },
  quoted: '“{{name}}”',
  onlyOpen_one:
    'All of this runs only for the account that is open. Orders and lists of {{names}} wait until you open that account.',
  onlyOpen_other:
    'All of this runs only for the account that is open. Orders and lists of {{names}} wait until you open those accounts.',
} as const;
