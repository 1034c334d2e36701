import { PROCEDURE_NAMES } from '#shared/contract/names.ts';
import { writeReport } from './request-report.ts';

/** `check-requests.ts FOLDER REPORT`: checks after the whole end-to-end suite whether it left a request out. */
const [folder = '', report = ''] = process.argv.slice(2);
const faults = await writeReport(PROCEDURE_NAMES, folder, report);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.stderr.write(`\nEvery request has to be tried through the window: see ${report}.\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
