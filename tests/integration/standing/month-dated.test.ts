import { testHalfMonth } from './half-month.ts';

// With an even seed the answers of the service carry its time.
testHalfMonth(6);
