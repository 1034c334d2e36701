export const jobs = {
  grid: 'Jobs',
  kinds: { generate: 'Proxy list' },
  states: {
    running: 'Running',
    done: 'Done',
    partial: 'Partial',
    cancelled: 'Cancelled',
    failed: 'Failed',
    interrupted: 'Interrupted',
  },
  columns: {
    kind: 'What',
    title: 'Title',
    state: 'State',
    progress: 'Progress',
    started: 'Started',
  },
  detail: 'The chosen job',
  cancel: 'Stop',
  openResult: 'Open the list',
  finished: 'Finished',
  why: 'Why it ended',
  empty: {
    title: 'Nothing has run yet',
    text: 'Long work, such as generating a list, is shown here with its progress and its outcome.',
    action: 'Generate a list',
  },
};
