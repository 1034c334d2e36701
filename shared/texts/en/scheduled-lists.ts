/** Lists that are made by themselves. */
export const scheduledLists = {
  /** What only the user can do something about, and what to do. */
  troubles: {
    'folder-missing':
      'The folder for the files is not there. Bring it back or choose another one; the list is made up for then.',
    'no-permission':
      'Files cannot be written to the folder. Allow it or choose another one; the list is made up for then.',
    'disk-full': 'The disk is full. Free some space or choose another folder; the list is made up for then.',
    file: 'The files could not be written. Check the disk or choose another folder; the list is made up for then.',
    'no-clients': 'There is nobody to make it for: its clients are removed or archived. Choose others.',
    'too-many-clients': 'More clients have this tag than one schedule can make lists for. Split it.',
  },
};
