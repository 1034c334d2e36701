export const trash = {
  title: 'Trash',
  open: 'Open the trash',
  toolbar: 'Kind and search',
  kind: 'What is in the trash',
  kinds: { client: 'Clients', list: 'Lists' },
  search: 'Search the trash',
  placeholder: 'Name, key, ID, tag or note',
  actions: 'Actions for the selected items in the trash',
  about:
    'Removed items stay here for 30 days and can be restored as they were. Dedicated proxies are never removed: they go to their archive.',
  restore: 'Restore',
  stays: 'They stay in the trash (Activity) for 30 days and can be restored from there.',
  noName: 'No name',
  columns: { removed: 'Removed', by: 'Removed by', left: 'Time left' },
  days_one: '{{count, number}} day',
  days_other: '{{count, number}} days',
  selected: {
    client_one: '{{count, number}} client selected',
    client_other: '{{count, number}} clients selected',
    list_one: '{{count, number}} list selected',
    list_other: '{{count, number}} lists selected',
  },
  delete: {
    action: 'Delete for good',
    confirm: 'Delete for good',
    title: {
      client_one: 'Delete {{count, number}} client for good?',
      client_other: 'Delete {{count, number}} clients for good?',
      list_one: 'Delete {{count, number}} list for good?',
      list_other: 'Delete {{count, number}} lists for good?',
    },
    text: {
      client:
        'Notes, tags, prices and history are deleted and cannot be restored. Purchases and payments stay in your records, with the names.',
      list: 'All lines are deleted and cannot be restored. Files you have saved stay where they are.',
    },
    shared:
      'This deletes them on this computer only. On the other computers they stay in the trash until their 30 days are over.',
  },
  done: {
    restored: {
      client_one: '{{count, number}} client is back.',
      client_other: '{{count, number}} clients are back.',
      list_one: '{{count, number}} list is back.',
      list_other: '{{count, number}} lists are back.',
    },
    deleted: {
      client_one: '{{count, number}} client was deleted for good.',
      client_other: '{{count, number}} clients were deleted for good.',
      list_one: '{{count, number}} list was deleted for good.',
      list_other: '{{count, number}} lists were deleted for good.',
    },
    gone_one: '{{count, number}} is no longer in the trash: it was restored, added again or deleted in the meantime.',
    gone_other:
      '{{count, number}} are no longer in the trash: they were restored, added again or deleted in the meantime.',
  },
  empty: {
    client: 'No clients in the trash',
    list: 'No lists in the trash',
    text: 'Removed items wait here for 30 days, in case you want them back.',
    notFound: 'Nothing in the trash matches',
  },
} as const;
