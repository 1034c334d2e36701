import { account } from './account.ts';
import { alerts } from './alerts.ts';
import { backup } from './backup.ts';
import { batch } from './batch.ts';
import { bulk } from './bulk.ts';
import { clients } from './clients.ts';
import { common } from './common.ts';
import { dedicated } from './dedicated.ts';
import { errors } from './errors.ts';
import { generator } from './generator.ts';
import { handover } from './handover.ts';
import { jobs } from './jobs.ts';
import { ledger } from './ledger.ts';
import { lists } from './lists.ts';
import { overview } from './overview.ts';
import { premium } from './premium.ts';
import { problems } from './problems.ts';
import { purchases } from './purchases.ts';
import { refresh } from './refresh.ts';
import { settings } from './settings.ts';
import { vpn } from './vpn.ts';

export const resources = {
  account,
  alerts,
  batch,
  backup,
  bulk,
  clients,
  common,
  dedicated,
  errors,
  generator,
  handover,
  jobs,
  ledger,
  lists,
  overview,
  premium,
  problems,
  purchases,
  refresh,
  settings,
  vpn,
};
