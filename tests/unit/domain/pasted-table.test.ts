import { expect, it } from 'vitest';
import { looksLikeTable } from '#shared/domain/pasted-table.ts';

it.each([
  ['ID\tKey\n5012345678\ta', true],
  ['5012345678\ta', true],
  ['5012345678\n7100200300', true],
  ['5012345678\r\n\r\n7100200300\r\nnobody', true],
  ['id;key\n5012345678;a', true],
  ['5012345678,a\n7100200300,b', true],
  ['', false],
  ['\t', false],
  ['5012345678', false],
  ['id;key', false],
  ['Hello, Anna', false],
  ['Hello!\nHow are you?', false],
  ['Hello, Anna,\nhow are you?', false],
])('%j is a table of clients: %s', (text, isTable) => {
  expect(looksLikeTable(text)).toBe(isTable);
});
