import type { Job } from '#shared/contract/jobs.ts';
import { ActionItems } from '../../ui/menu-action.tsx';
import { useJobActions } from './use-job-actions.ts';

/** What can be done with one job, behind the right click. */
export const JobMenuItems = ({ job }: { readonly job: Job }) => <ActionItems actions={useJobActions(job)} />;
