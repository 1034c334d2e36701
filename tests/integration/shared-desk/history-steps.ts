import fc from 'fast-check';
import { type LittleDesk, PAIRS } from './little-desk.ts';

export type Step = (desk: LittleDesk) => unknown;

const pair = fc.constantFrom(...PAIRS);
const text = fc.constantFrom('', 'new', 'old', 'ask first');
/** One step: an action of a user on one computer, or a change of its clock. */
export const workStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ pair, name: text }).map(
    ({ pair: whose, name }) =>
      (desk: LittleDesk) =>
        desk.write(whose, { name }),
  ),
  fc.record({ pair, note: text }).map(
    ({ pair: whose, note }) =>
      (desk: LittleDesk) =>
        desk.write(whose, { note }),
  ),
  fc.record({ pair, plan: text }).map(
    ({ pair: whose, plan }) =>
      (desk: LittleDesk) =>
        desk.write(whose, { plan }),
  ),
  fc.record({ pair, paidUntil: fc.constantFrom(null, '2026-12-31', '2027-01-31') }).map(
    ({ pair: whose, paidUntil }) =>
      (desk: LittleDesk) =>
        desk.write(whose, { paidUntil }),
  ),
  fc.record({ pair, tags: fc.subarray(['vip', 'debt', 'shop']) }).map(
    ({ pair: whose, tags }) =>
      (desk: LittleDesk) =>
        desk.write(whose, { tags }),
  ),
  pair.map((whose) => (desk: LittleDesk) => desk.archive(whose, true)),
  pair.map((whose) => (desk: LittleDesk) => desk.remove(whose)),
  pair.map((whose) => (desk: LittleDesk) => desk.bringBack(whose)),
  pair.map((whose) => (desk: LittleDesk) => desk.purge(whose)),
  fc.record({ pair, gb: fc.integer({ min: 0, max: 9 }) }).map(
    ({ pair: whose, gb }) =>
      (desk: LittleDesk) =>
        desk.traffic(whose, gb),
  ),
  fc.integer({ min: 0, max: 9 }).map((value) => (desk: LittleDesk) => void desk.preset('home', value)),
  fc.constant((desk: LittleDesk) => desk.dropPreset('home')),
  fc.constantFrom('host', 'port').map((field) => (desk: LittleDesk) => desk.layout('own', field)),
  fc.constant((desk: LittleDesk) => desk.dropLayout('own')),
  fc.record({ hours: fc.integer({ min: 1, max: 3 }), isOn: fc.boolean() }).map(
    ({ hours, isOn }) =>
      (desk: LittleDesk) =>
        desk.checkEvery(hours, isOn),
  ),
  fc.integer({ min: 1, max: 3 }).map((cap) => (desk: LittleDesk) => desk.limit('computer-7', cap)),
  fc.record({ at: fc.nat(3), isChosen: fc.boolean() }).map(
    ({ at, isChosen }) =>
      (desk: LittleDesk) =>
        desk.lists.choose(at, isChosen),
  ),
  fc.record({ at: fc.nat(3), marks: fc.constantFrom('w', 'ws', '--s') }).map(
    ({ at, marks }) =>
      (desk: LittleDesk) =>
        desk.lists.mark(at, marks),
  ),
  fc
    .record({
      language: fc.constantFrom('ru', 'en'),
      text: fc.constantFrom(null, 'Hello', 'Here is {vpn}'),
      message: fc.constantFrom('new-goods', 'ended'),
    })
    .map(
      ({ language, text: words, message }) =>
        (desk: LittleDesk) =>
          desk.template(language, words, message),
    ),
  fc.record({ pair, stage: fc.constantFrom(7, 3, 0), version: fc.integer({ min: 1, max: 2 }) }).map(
    ({ pair: whose, stage, version }) =>
      (desk: LittleDesk) =>
        desk.raiseAlert(whose, stage, version),
  ),
  fc.constant((desk: LittleDesk) => void desk.readAlerts()),
  fc.constant((desk: LittleDesk) => void desk.dismissAlerts()),
  fc.constant((desk: LittleDesk) => desk.dismissAlerts()()),
  fc.record({ pair, answers: fc.integer({ min: 0, max: 6 }), state: fc.constantFrom('complete', 'partial') }).map(
    ({ pair: whose, answers, state }) =>
      (desk: LittleDesk) =>
        desk.list(whose, answers, state),
  ),
  pair.map((whose) => (desk: LittleDesk) => desk.lists.begin(whose)),
  fc.constant((desk: LittleDesk) => desk.lists.endLeftovers()),
  fc.record({ at: fc.nat(3), title: text }).map(
    ({ at, title }) =>
      (desk: LittleDesk) =>
        desk.lists.rename(at, title),
  ),
  fc.record({ at: fc.nat(3), alive: fc.nat(9) }).map(
    ({ at, alive }) =>
      (desk: LittleDesk) =>
        desk.lists.check(at, alive),
  ),
  fc.nat(3).map((at) => (desk: LittleDesk) => desk.lists.remove(at)),
  fc.constant((desk: LittleDesk) => desk.lists.undo()),
  fc.constant((desk: LittleDesk) => desk.lists.purgeSome()),
  fc.constant((desk: LittleDesk) => desk.lists.purge()),
  fc.constant((desk: LittleDesk) => desk.lists.packOld()),
  fc.constant((desk: LittleDesk) => desk.stamp()),
  fc.integer({ min: -50, max: 50 }).map((hours) => (desk: LittleDesk) => desk.setClock(hours)),
);
