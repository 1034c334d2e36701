import { RECIPE } from '../../recipe.ts';
import type { Tools, Weighted } from './tools.ts';

export const listChores = ({ ask, below, clients, withOne, undoable, word, random }: Tools): Weighted => {
  const lists = async () => {
    const sort = { by: 'created', direction: 'desc' } as const;
    return (await ask('lists.list', { filter: {}, sort, offset: 0, limit: 30 })).rows;
  };
  const proxies = async () => {
    const sort = { by: 'boughtAt', direction: 'asc' } as const;
    return (await ask('dedicated.list', { filter: {}, sort, offset: 0, limit: 100 })).rows;
  };
  return [
    [
      1,
      () =>
        withOne(clients(), async ({ id: clientId }) => {
          await ask('lists.generate', { clientId, recipe: { ...RECIPE, quantity: 1 + below(40) } });
          return 'list';
        }),
    ],
    [
      1,
      () =>
        withOne(lists(), async ({ id: listId }) => {
          if (random() < 0.3) return undoable('list removed', ask('lists.remove', { listIds: [listId] }));
          await ask('lists.rename', { listId, title: `list, ${word()}` });
          return 'list renamed';
        }),
    ],
    [
      1,
      async () => {
        const presets = await ask('lists.presets', {});
        const [preset] = presets;
        if (preset !== undefined && random() < 0.3) await ask('lists.removePreset', { presetId: preset.id });
        else
          await ask('lists.savePreset', { name: `preset ${below(3)}`, recipe: { ...RECIPE, quantity: below(90) + 1 } });
        return 'preset';
      },
    ],
    [
      2,
      () =>
        withOne(proxies(), async ({ id: proxyId }) => {
          await ask('dedicated.setNote', { proxyId, note: word() });
          return 'note of a proxy';
        }),
    ],
    [
      1,
      () =>
        withOne(proxies(), ({ id: proxyId }) =>
          withOne(clients(), ({ id: clientId }) =>
            undoable('proxy assigned', ask('dedicated.assign', { proxyIds: [proxyId], clientId })),
          ),
        ),
    ],
  ];
};
