import { z } from 'zod';
import { HANDOVER_FIELDS } from '../domain/handover-template.ts';
import { LANGUAGES } from '../domain/language.ts';
import { MESSAGE_KINDS } from '../domain/message-kinds.ts';
import { VPN_APPS } from '../domain/vpn-apps.ts';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';
import { handoverTurn } from './run-handover.ts';
import { storedError } from './stored-error.ts';

const language = z.enum(LANGUAGES);
/** The limit in characters. */
export const MAX_TEMPLATE = 20_000;
const template = text(MAX_TEMPLATE);
const message = z.enum(MESSAGE_KINDS).default('new-goods');

const apps = z.array(z.enum(VPN_APPS)).max(VPN_APPS.length);

/** The things to hand over, and the template of their message. */
const pack = {
  clientId: id,
  language,
  /** The occasion of the message. */
  message,
  template,
  /** The apps to which `{apps}` gives links. */
  apps: apps.default([]),
  uuids: z.array(text(200).min(1)).max(100),
  listIds: z.array(id).max(100),
  /** Whether to include the dedicated proxies assigned to the client. */
  dedicated: z.boolean(),
};

/**
 * Why a client got no page: `nothing` to put on it, `removed`, or goods that are `unavailable` now. `proxies`: the page was
 * saved without `count` proxies, because they do not form one readable line.
 */
const PAGE_GAPS = ['nothing', 'removed', 'unavailable', 'proxies'] as const;
/** The most gaps that are named. */
export const MAX_PAGE_GAPS = 200;

const savedPages = z.object({
  handoverId: id,
  folder: z.string(),
  saved: z.int(),
  gaps: z.array(z.object({ line: z.int(), client: z.string(), why: z.enum(PAGE_GAPS), count: z.int() })),
  /** The number of all gaps, of which only some are named. */
  gapCount: z.int(),
  /** Whether it was stopped, by the user or because the app closes. */
  isStopped: z.boolean(),
  /** The error of the disk that ended it; the pages before it are saved. */
  error: storedError.nullable(),
});

/** `turn`: the line of a queue that is done when the goods are handed over. */
const handedOver = z.strictObject({ ...pack, turn: handoverTurn.exactOptional() });

const options = z.object({
  /** The client's name with the key (shared/domain/client-label.ts). */
  client: z.string(),
  /** The subscriptions that have a link, running ones first. */
  subscriptions: z.array(
    z.object({
      uuid: z.string(),
      status: z.string().nullable(),
      expiresAt: timestamp.nullable(),
      /** Whether it is handed over by default. */
      suggested: z.boolean(),
      /** Whether it runs and ends within a week. */
      endsSoon: z.boolean(),
    }),
  ),
  /** The newest lists first. */
  lists: z.array(z.object({ id, title: z.string(), lines: z.int(), createdAt: timestamp, suggested: z.boolean() })),
  /** When the subscriptions were read from the service; `null` if never, so that there may be others. */
  vpnAsOf: timestamp.nullable(),
  /** The number of the client's dedicated proxies. */
  dedicated: z.int(),
  /** The message that is due to the client. */
  message: z.enum(MESSAGE_KINDS),
});

/** A stored template. `id` is `null` while the app's own template is in use. */
const kept = z.object({ id: id.nullable(), text: z.string(), isDefault: z.boolean() });
/** The templates of one language. */
const byMessage = z.object({
  'new-goods': kept,
  ending: kept,
  ended: kept,
  debt: kept,
  'low-traffic': kept,
});
/** The templates of the account. */
const templates = z.object({ ru: byMessage, en: byMessage });

export const handoverProcedures = {
  'handover.options': procedure(z.strictObject({ clientId: id }), options),
  'handover.templates': procedure(nothing, templates),
  /**
   * Saves a template; `null` restores the app's own. `seen` is the text when the user started to edit; a text written
   * meanwhile is kept.
   */
  'handover.saveTemplate': procedure(
    z.strictObject({ language, message, text: template.nullable(), seen: template.optional() }),
    templates,
  ),
  /** Returns the message as it would be sent; links and passwords are masked unless `reveal` is set. */
  'handover.preview': procedure(
    z.strictObject({ ...pack, reveal: z.boolean() }),
    z.object({
      text: z.string(),
      /** The fields of the template that have no value for this client. The text around them is left out. */
      empty: z.array(z.enum(HANDOVER_FIELDS)),
      /** The files that the folder would contain. */
      files: z.array(z.string()),
      /**
       * The number of dedicated proxies that are missing from the message and the files, because they do not form one
       * readable line.
       */
      leftOut: z.int(),
    }),
  ),
  /** Copies the message to the clipboard, which is cleared after 60 s. */
  'handover.copy': procedure(handedOver, nothing),
  /**
   * Sends the message to the client's chat with the bot (docs/telegram.md). Throws `conflict` if the outcome is unknown
   * (`telegram-maybe`), or if only a part was sent. `chatSince`: when the shown chat was connected; to a chat that was
   * connected later nothing is sent.
   */
  'handover.send': procedure(handedOver.extend({ chatSince: timestamp }), z.object({ messages: z.int() })),
  /**
   * Sends one file to the client's chat with the bot: the page, the lines of a chosen list, or those of the dedicated proxies.
   * `template` is not used. Throws as `handover.send`, and `conflict` (`telegram-too-big`, `no-lines`).
   */
  'handover.sendFile': procedure(
    handedOver.extend({
      chatSince: timestamp,
      file: z.discriminatedUnion('of', [
        z.strictObject({ of: z.literal('page') }),
        z.strictObject({ of: z.literal('list'), listId: id }),
        z.strictObject({ of: z.literal('dedicated') }),
      ]),
    }),
    z.object({ fileName: z.string() }),
  ),
  /** Creates a folder in one that the user chooses, completely or not at all. `null` if the dialog was closed. */
  'handover.save': procedure(
    handedOver,
    z.object({ handoverId: id, folder: z.string(), files: z.array(z.string()) }).nullable(),
  ),
  /**
   * Saves a page that the client opens on a phone: links, codes, buttons of the chosen apps, and what to do with them.
   * `template` is not used. `null` if the dialog was closed.
   */
  'handover.savePage': procedure(handedOver, z.object({ handoverId: id, fileName: z.string() }).nullable()),
  /**
   * Saves a page for each client of a queue who waits, into a folder that the user chooses, and ends their turns. No file
   * is replaced. `null` if the dialog was closed. Throws `conflict`: `run-over`, `pages-running`.
   */
  'handover.savePages': procedure(z.strictObject({ queueId: id, language, apps }), savedPages.nullable()),
  /** Stops the saving of pages after the one that is being written. */
  'handover.stopPages': procedure(z.strictObject({ queueId: id }), nothing),
  'handover.show': procedure(z.strictObject({ handoverId: id }), nothing),
};

export const handoverEvents = {
  'handover.done': event(z.object({ clientId: id })),
  'handover.templatesChanged': event(z.object({})),
};

export type SavedPages = z.output<typeof savedPages>;
export type HandoverOptions = z.output<typeof options>;
export type HandoverTemplates = z.output<typeof templates>;
