import type { Job } from '#shared/contract/jobs.ts';
import { DeedItems } from '../../ui/deed.tsx';
import { useJobDeeds } from './use-job-deeds.ts';

/** What can be done with one job, behind the right click. */
export const JobMenuItems = ({ job }: { readonly job: Job }) => <DeedItems deeds={useJobDeeds(job)} />;
