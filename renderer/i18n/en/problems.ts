/** One sentence per `Problem.code`: what is wrong with the field and what would be right. */
export const problems = {
  unknown: 'The field “{{field}}” is not right. Check its value.',
  'wrong-type': 'This value is of the wrong kind. Check what was typed.',
  'too-long': 'This text is too long. Shorten it.',
  'unknown-field': 'The form sent a field the app does not know. Restart the app.',
};
