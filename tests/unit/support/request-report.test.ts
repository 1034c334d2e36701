import { describe, expect, it } from 'vitest';
import { reportOf } from '../../support/request-report.ts';

const done = { request: 'lists.copy', outcome: 'ok', test: 'lists.spec.ts › copies' };
const told = { request: 'lists.copy', outcome: 'told', test: 'told.spec.ts › lists' };

describe('the report of the requests', () => {
  it('names the tests, and finds nothing missing if both exist', () => {
    const { markdown, faults } = reportOf(['lists.copy'], [done, told]);
    expect(faults).toEqual([]);
    expect(markdown).toContain('| lists.copy | lists.spec.ts › copies | told.spec.ts › lists |');
  });

  it('finds a request that no test makes succeed or sees refused, such as a new one', () => {
    expect(reportOf(['lists.copy', 'lists.fold'], [done, told]).faults).toEqual([
      'lists.fold succeeds in no test through the window.',
      'lists.fold is refused and told in no test.',
    ]);
    expect(reportOf(['lists.copy'], [done]).faults).toEqual(['lists.copy is refused and told in no test.']);
  });

  it('does not count an error as a success, and detects a request that no user can have sent', () => {
    const outside = { request: 'lists.copy', outcome: 'invalid-input contract unknown-field', test: 'a test' };
    expect(reportOf(['lists.copy'], [outside, told, { ...done, request: 'lists.gone' }]).faults).toEqual([
      'lists.copy succeeds in no test through the window.',
      'lists.gone is asked, and no request of the contract.',
      'lists.copy is asked outside of its contract in a test.',
    ]);
  });
});
