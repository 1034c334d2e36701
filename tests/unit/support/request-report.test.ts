import { describe, expect, it } from 'vitest';
import { reportOf } from '../../support/request-report.ts';

const done = { request: 'lists.copy', outcome: 'ok', test: 'lists.spec.ts › copies' };
const told = { request: 'lists.copy', outcome: 'told', test: 'told.spec.ts › lists' };

describe('the report of the requests', () => {
  it('names the tests, and finds nothing missing where both are there', () => {
    const { markdown, faults } = reportOf(['lists.copy'], [done, told]);
    expect(faults).toEqual([]);
    expect(markdown).toContain('| lists.copy | lists.spec.ts › copies | told.spec.ts › lists |');
  });

  it('misses a request that no test has succeed or told, as a new one', () => {
    expect(reportOf(['lists.copy', 'lists.fold'], [done, told]).faults).toEqual([
      'lists.fold succeeds in no test through the window.',
      'lists.fold is refused and told in no test.',
    ]);
    expect(reportOf(['lists.copy'], [done]).faults).toEqual(['lists.copy is refused and told in no test.']);
  });

  it('takes no error for a success, and knows what no user can have sent', () => {
    const outside = { request: 'lists.copy', outcome: 'invalid-input contract unknown-field', test: 'a test' };
    expect(reportOf(['lists.copy'], [outside, told, { ...done, request: 'lists.gone' }]).faults).toEqual([
      'lists.copy succeeds in no test through the window.',
      'lists.gone is asked, and no request of the contract.',
      'lists.copy is asked outside of its contract in a test.',
    ]);
  });
});
