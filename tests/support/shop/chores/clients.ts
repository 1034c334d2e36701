import type { ClientRow } from '#shared/contract/clients.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { Tools, Weighted } from './tools.ts';

const TAGS = ['shop', 'wholesale', 'pays late', 'Ёлка'];

export const clientChores = ({
  ask,
  name,
  undos,
  below,
  pick,
  clients,
  withOne,
  undoable,
  word,
  random,
}: Tools): Weighted => {
  let added = 0;
  const edited = (client: ClientRow): ProcedureInput<'clients.update'> => {
    const { id: clientId, messengerId, clientKey, note, tags } = client;
    const changed = random() < 0.5 ? { name: `${word()} ${below(90)}` } : { name: client.name };
    const written = random() < 0.5 ? { note: `${name}: ${word()} ${below(90)}` } : { note };
    return { clientId, messengerId, clientKey, ...changed, ...written, tags: [...tags] };
  };
  return [
    [
      2,
      async () => {
        added += 1;
        const clientKey = `key-of-${name}-${added}`;
        await ask('clients.add', { messengerId: added, clientKey, name: clientKey, note: '', tags: ['shop'] });
        return 'client';
      },
    ],
    [
      5,
      () =>
        withOne(clients(), async (client) => {
          await ask('clients.update', edited(client));
          return 'edit';
        }),
    ],
    [
      2,
      async () => {
        const clientIds = (await clients()).filter(() => random() < 0.3).map(({ id }) => id);
        if (clientIds.length === 0) return 'nobody to tag';
        const [add, remove] = [[pick(TAGS) ?? 'shop'], random() < 0.3 ? ['wholesale'] : []];
        return undoable(
          'tags',
          ask('clients.tag', { clientIds, add: add.filter((tag) => !remove.includes(tag)), remove }),
        );
      },
    ],
    [
      1,
      async () => {
        const all = await clients();
        const client = all.length > 6 ? pick(all) : undefined;
        if (client === undefined) return 'nobody to remove';
        const [what, procedure] = pick([
          ['archived', 'clients.archive'],
          ['removed', 'clients.remove'],
        ] as const) ?? ['removed', 'clients.remove'];
        return undoable(what, ask(procedure, { clientIds: [client.id] }));
      },
    ],
    [
      2,
      async () => {
        const undoId = undos.splice(below(undos.length), 1)[0];
        if (undoId === undefined) return 'nothing to undo';
        const { count } = await ask('undo.takeBack', { undoId });
        return count === 0 ? 'undone: nothing' : 'undone';
      },
    ],
    [
      1,
      async () => {
        const { conflicts } = await ask('sharedDesk.conflicts', { of: null });
        const conflict = pick(conflicts);
        if (conflict === undefined) return 'no text lost';
        const outcome = random() < 0.5 ? 'take' : 'let-go';
        await ask('sharedDesk.settleConflict', { conflictId: conflict.id, outcome });
        return `lost text: ${outcome}`;
      },
    ],
    [1, () => undoable('alerts dismissed', ask('alerts.dismiss', {}))],
    [
      1,
      async () => {
        await ask('handover.saveTemplate', { language: 'ru', text: random() < 0.3 ? null : `Для {name}: ${word()}` });
        return 'words of a hand-over';
      },
    ],
  ];
};
