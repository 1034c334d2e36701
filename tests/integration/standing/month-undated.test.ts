import { testHalfMonth } from './half-month.ts';

// With an odd seed the answers of the service carry no time.
testHalfMonth(5);
