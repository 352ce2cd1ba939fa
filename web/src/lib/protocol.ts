/** The messages between this page and a room. Written by tools/generate_web.py from the Python types; do not edit. */

/** A seat's number; NOBODY where there is none. */
export type Seat = number;
export const NOBODY: Seat = -1;

/** Who shall have a seat: you, a bot, whoever comes (open), or another person here. */
export interface SeatWish {
  kind: string;
  level?: string;
  name?: string;
  avatar?: string;
  nonce?: string;
  seal?: string;
}

/** How the table shall be run; by default time runs where people play on several devices. */
export interface SettingsWish {
  pace?: string;
  absence?: number;
  timer?: boolean | null;
  pause?: string;
}

/** A table that somebody wants. */
export interface NewTable {
  game: string;
  name: string;
  players?: number | null;
  options?: { [key: string]: number | string | boolean };
  avatar?: string;
  seats?: SeatWish[] | null;
  settings?: SettingsWish;
  nonce?: string;
  seal?: string;
  again?: string;
}

/** A record to be played again from a step on, as a seat or a spectator (-1) saw it. */
export interface ReplayWish {
  record: unknown;
  viewer?: number;
  first?: number;
}

/** The record of a game that is over. */
export interface ChancesWish {
  record: unknown;
}

/** Somebody who wants to sit down. */
export interface NewSeat {
  name: string;
  avatar?: string;
  seat?: number | null;
  nonce?: string;
  seal?: string;
  again?: string;
}

/** The first message: who you are, and the last sequence number you saw. */
export interface Hello {
  type: "hello";
  tokens?: string[];
  after?: number;
}

/** Take an action, given by its number or its notation. */
export interface DoAct {
  type: "act";
  command: string;
  seat: number;
  action?: number | null;
  notation?: string;
}

/** Start with bots in the open seats. */
export interface DoStart {
  type: "start";
  command: string;
}

/** Put a bot into a seat, or open it, before the start. */
export interface DoSeat {
  type: "seat";
  command: string;
  seat: number;
  kind: string;
  level?: string;
}

/** Stop the clock and the bots. */
export interface DoPause {
  type: "pause";
  command: string;
}

/** Go on. */
export interface DoResume {
  type: "resume";
  command: string;
}

/** Take your last action back. */
export interface DoUndo {
  type: "undo";
  command: string;
  seat: number;
}

/** Ask what the normal bot would do. */
export interface DoHint {
  type: "hint";
  command: string;
  seat: number;
}

/** Ask what some of your actions, one after the other, would lead to. */
export interface DoTry {
  type: "try";
  command: string;
  seat: number;
  actions: number[];
}

/** Say something. */
export interface DoChat {
  type: "chat";
  command: string;
  text: string;
  seat?: number;
}

/** Play again with the same people. */
export interface DoRematch {
  type: "rematch";
  command: string;
  nonce?: string;
}

/** Give your seat to a bot, or resign where the game knows that. */
export interface DoLeave {
  type: "leave";
  command: string;
  seat: number;
  resign?: boolean;
}

/** What you are about to do, one action after the other, should your time be up. */
export interface DoPlan {
  type: "plan";
  command: string;
  seat: number;
  actions: (number | null)[];
}

/** On a device that several people share: who has it now; -1: nobody, it is covered. */
export interface DoHold {
  type: "hold";
  command: string;
  seat: number;
}

/** The hash of your nonce for the deal. */
export interface DoSeal {
  type: "seal";
  command: string;
  seat: number;
  seal: string;
}

/** The nonce that you have sealed. */
export interface DoShow {
  type: "show";
  command: string;
  seat: number;
  nonce: string;
}

/** As the table's host: let somebody chat no more, or again. */
export interface DoMute {
  type: "mute";
  command: string;
  seat: number;
  muted?: boolean;
}

/** As the table's host: take somebody's seat away. */
export interface DoKick {
  type: "kick";
  command: string;
  seat: number;
}

/** As the table's host: make somebody else the host. */
export interface DoHand {
  type: "hand";
  command: string;
  seat: number;
}

/** How many can play, and how many usually do. */
export interface Players {
  least: number;
  most: number;
  common: number;
}

/** A setting: a number from `low` to `high`, or one of `values`, by the number of players. */
export interface Option {
  key: string;
  title: string;
  help: string;
  type: string;
  values: { [key: string]: number };
  low: number;
  high: number;
  unit: string;
  default: number;
  defaults: { [key: string]: number };
  when: { [key: string]: number[] };
  scope: string;
  group: string;
}

/** Settings that go well together, for every number of players that can have them. */
export interface Preset {
  title: string;
  options: { [key: string]: { [key: string]: number } };
}

/** A place on the table; if it is `owned`, every seat has one. */
export interface ZoneName {
  name: string;
  words: string;
  owned: boolean;
  groups: number;
}

/** Something to know beside the cards. */
export interface Fact {
  kind: string;
  size?: number;
  first?: number;
  names?: string[];
  letters?: string[];
  shown?: boolean;
  name: string;
}

/** Other words where facts have such values, or are the viewer's own seat ("you") or not ("others"); `numbers` are facts that the words name. */
export interface Variant {
  when: { [key: string]: number[] | string };
  words: string;
  help: string;
  numbers: { [key: string]: string };
}

/** What a card can be marked with: `bits` of a group's marks from `shift` on. */
export interface Mark {
  name: string;
  words: string;
  shift: number;
  bits: number;
}

/** What a number stands for; `names` where it is one of a few words, `size` and `first` where it is part of an action, `shown` where an event newly lays it open. */
export interface Kind {
  kind: string;
  size?: number;
  first?: number;
  names?: string[];
  letters?: string[];
  shown?: boolean;
}

/** An action, or a block of them from number `action` on. */
export interface Verb {
  name: string;
  action: number;
  words: string;
  help: string;
  notation: string;
  zone: number;
  which: string;
  owner: string;
  numbers: { [key: string]: Kind };
  variants: Variant[];
}

/** Something that can happen; `you` are the words for whoever is one of its seats. */
export interface Event {
  name: string;
  words: string;
  you: { [key: string]: string };
  numbers: { [key: string]: Kind };
}

/** A game's vocabulary, everything in the order of its numbers. */
export interface GameWords {
  zones: ZoneName[];
  facts: Fact[];
  stages: string[];
  tasks: Variant[];
  marks: Mark[];
  verbs: Verb[];
  events: Event[];
  faces: string[];
  letters: string[];
  prints: ({ [key: string]: string | number })[];
}

/** A game; `untimed` are the options under which one in real time waits for its players, and `claims` the verbs that only the fastest gets then. */
export interface GameInfo {
  name: string;
  title: string;
  idea: string;
  minutes: number;
  version: number;
  players: Players;
  options: Option[];
  presets: Preset[];
  can_resign: boolean;
  claims: string[];
  untimed: { [key: string]: number };
  words: GameWords;
  guide: string;
}

/** A level of bots; `seconds` is the longest that it thinks, `live` its help in real time. */
export interface Level {
  level: string;
  title: string;
  help: string;
  seconds: number;
  live: string;
}

/** The games and the levels of bots. */
export interface Catalogue {
  games: GameInfo[];
  levels: Level[];
}

/** A language, and what it is called by those who speak it. */
export interface Language {
  lang: string;
  name: string;
}

/** The languages that there are words for. */
export interface LanguagesAnswer {
  languages: Language[];
}

/** Translations by the English text, of the house and of each game: one, or one for every kind of number in `plurals`. Before a text with a context stands that, with U+0004 between them. `guides` are the games' rules. */
export interface WordsAnswer {
  lang: string;
  plurals: string[];
  house: { [key: string]: string | string[] };
  games: { [key: string]: { [key: string]: string | string[] } };
  guides: { [key: string]: string };
}

/** A seat and the secret that opens it. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** A table, your seat at it, and the link for friends; `here` are the others on this device. */
export interface Seated {
  table: string;
  seat: number;
  token: string;
  link: string;
  here?: SeatToken[];
}

/** The bots' pace, after how many seconds a bot stands in (0: never), whether time runs, and who may pause. */
export interface Settings {
  pace: string;
  absence: number;
  timer: boolean;
  pause: string;
}

/** Who has a seat. */
export interface Chair {
  seat: number;
  kind: string;
  name: string;
  avatar: string;
  level: string;
  present: boolean;
  stand_in: boolean;
  idle: boolean;
  muted: boolean;
}

/** How the game ended, and what its deal was made of. */
export interface Result {
  places: number[];
  scores: number[];
  key: string;
  secret: string;
  nonces: { [key: string]: string };
}

/** Somebody in a series: the seat at this table (-1: none) and the points of every game. */
export interface SeriesPlayer {
  name: string;
  avatar: string;
  seat: number;
  points: (number | null)[];
  total: number;
  out: boolean;
}

/** A series as everybody may know it; the winners are places in the list of its players. */
export interface Series {
  game: number;
  target: number;
  players: SeriesPlayer[];
  over: boolean;
  winners: number[];
}

/** Why something is so: the template and what is put into it, for other languages. */
export interface Reason {
  reason: string;
  message?: string;
  values?: { [key: string]: any };
}

/** Somebody who did not seal or show their nonce in time, or left, and in which round. */
export type Missed = [round: number, seat: number, name: string];

/** How far the deal is: which round, what is waited for and from which seats, the seals, and who was missing. */
export interface Deal {
  round: number;
  phase: string;
  waits: number[];
  seals: { [key: string]: string };
  missed: Missed[];
}

/** The table as everybody may know it. */
export interface Lobby {
  id: string;
  game: string;
  players: number;
  options: { [key: string]: number };
  status: string;
  host: number;
  commitment: string;
  created: number;
  watching: number;
  paused: boolean;
  settings: Settings;
  seats: Chair[];
  result: Result | null;
  rematch: string;
  series: Series | null;
  fault: Reason | null;
  deal: Deal;
  closed: Reason | null;
}

/** A table as everybody may know it. */
export interface TableAnswer {
  table: Lobby;
}

/** Who had a seat. */
export interface RecordSeat {
  name: string;
  kind: string;
  level: string;
}

/** Every seat's place and points. */
export interface RecordResult {
  places: number[];
  scores: number[];
}

/** A game; secret, nonces, key and result are there once it is over. `seals` are the hashes of nonces that were published before any was shown, `missed` says who did not seal or show theirs in time, and in which round; `round` is the one that was dealt. `series` says which game of a series it was, from 1; 0 if of none. `digest` is over all the rest, so that a changed name or option shows; older records have none. */
export interface GameRecord {
  format: number;
  game: string;
  version: number;
  players: number;
  options: { [key: string]: number };
  seats: RecordSeat[];
  created: number;
  commitment: string;
  secret: string;
  nonces: { [key: string]: string };
  key: string;
  actions: [number, number, string][];
  result: RecordResult | null;
  series: number;
  seals: { [key: string]: string };
  missed: Missed[];
  round: number;
  digest: string;
}

/** Something the viewer can do: a verb of the game's vocabulary and its numbers; `zone` and `owner` say where on the table it can be clicked. */
export interface Choice {
  action: number;
  verb: string;
  numbers: { [key: string]: number };
  zone: number;
  owner: number;
}

/** Something that happened: an event of the game's vocabulary and its numbers; `only` names the viewer's seats that may know, where not all may; `by` is `clock` where somebody's time was up. */
export interface Line {
  n: number;
  event: string;
  numbers: { [key: string]: number };
  only?: number[];
  by?: string;
}

/** A place on the table; a group is (face, cards, marks). */
export interface Zone {
  zone: number;
  owner: number;
  size: number;
  groups: [number, number, number][];
}

/** How a view differs from the one before: the facts and the zones that are others; `anew`: they are all the zones there are now. */
export interface Change {
  facts?: { [key: string]: number };
  anew?: boolean;
  zones?: Zone[] | null;
}

/** What one viewer may know; `beats`, where nothing but the deal has happened, are how it came about, from an empty table on. */
export interface View {
  viewer: number;
  facts: { [key: string]: number };
  zones: Zone[];
  asks: number[];
  over: boolean;
  can_undo: boolean;
  choices: Choice[];
  beats: Change[];
}

/** One step of a replay: what was done, what happened, how the table changed with every line and in the end, and the table afterwards. */
export interface ReplayStep {
  seat: number;
  choice: Choice | null;
  lines: Line[];
  beats: Change[];
  view: View;
}

/** Steps of a record played again; `next` is the first of those that follow, -1 at the end. With the first step come the record, and what does not agree in it (nothing, if all is well). */
export interface Replayed {
  disagreements: Reason[];
  record: GameRecord | null;
  steps: ReplayStep[];
  next: number;
}

/** Every seat's chance to win in percent, after the deal and after each action. */
export interface ChancesAnswer {
  chances: number[][];
}

/** Why not, in a sentence; its template and values are for other languages. */
export interface ErrorAnswer {
  error: string;
  message?: string;
  values?: { [key: string]: any };
}

/** What one viewer sees of an action: how the table differs after each line that the viewer hears, and in the end; then as in a View. */
export interface ViewChange {
  viewer: number;
  beats: Change[];
  asks: number[];
  over: boolean;
  can_undo: boolean;
  choices: Choice[];
}

/** What the learner sees and can choose before a move, which choice it is, and what comes of it; what is offered beside it; `late` if somebody else was faster. */
export interface LessonStep {
  before: View;
  choice: Choice;
  by: number;
  lines: Line[];
  change: ViewChange;
  beside?: Choice[];
  late?: boolean;
}

/** Something said. */
export interface ChatLine {
  seat: number;
  name: string;
  text: string;
}

/** The seconds that are left, of how many, and whether they pass. */
export interface Time {
  left: number;
  of: number;
  runs: boolean;
}

/** The time of everybody who is waited for, and that of the whole game. */
export interface Clock {
  seats: { [key: string]: Time };
  game: Time | null;
}

/** In real time: what the table itself will do, in how many milliseconds of how many, whether that is certain by now, and how long it takes until claims are taken. */
export interface Coming {
  action: number;
  verb: string;
  numbers: { [key: string]: number };
  in: number;
  of: number;
  announced: boolean;
  opens: number;
}

/** Everything, from which a client can draw at once. */
export interface TableMessage {
  type: "table";
  seq: number;
  table: Lobby;
  you: number[];
  views: { [key: string]: View };
  history: Line[];
  missed: number;
  chat: ChatLine[];
  clock: Clock | null;
  coming: Coming | null;
}

/** Something happened; `action` is -1 for all but the one who took it. */
export interface EventsMessage {
  type: "events";
  seq: number;
  by: number;
  action: number;
  decided: string;
  lines: Line[];
  views: { [key: string]: ViewChange };
  clock: Clock | null;
  coming: Coming | null;
}

/** In real time: what the table itself does next is certain by now. */
export interface AnnouncedMessage {
  type: "announced";
  seq: number;
  coming: Coming | null;
}

/** How many watch, when that has changed. */
export interface WatchingMessage {
  type: "watching";
  watching: number;
}

/** A command was carried out. */
export interface DoneMessage {
  type: "done";
  command: string;
}

/** A command was not carried out, and nothing was changed. */
export interface RefusedMessage {
  type: "refused";
  command: string;
  reason: string;
  message?: string;
  values?: { [key: string]: any };
}

/** One of the best choices, with the chance to win in percent. */
export interface HintChoice {
  action: number;
  chance: number;
}

/** What the hard bot would do, why, its best choices, and its thought on each in percent. */
export interface HintMessage {
  type: "hint";
  command: string;
  action: number;
  why: string;
  reasons: Reason[];
  choices: HintChoice[];
  weights: [number, number][];
}

/** Something that would happen: for sure, or in so many of the imagined worlds; and only if the seats of `unless` let it happen. */
export interface PossibleLine {
  event: string;
  numbers: { [key: string]: number };
  sure: boolean;
  worlds: number;
  unless: number[];
}

/** What some actions would lead to. */
export interface TriedMessage {
  type: "tried";
  command: string;
  lines: PossibleLine[];
  choices: Choice[];
  facts: { [key: string]: number };
  asks: number[];
  over: number;
  worlds: number;
}

/** Somebody said something. */
export interface ChatMessage {
  type: "chat";
  seq: number;
  seat: number;
  name: string;
  text: string;
}

/** The same people go on at a new table; old tokens open it. */
export interface RematchMessage {
  type: "rematch";
  table: string;
  seats: { [key: string]: number };
}

/** A message could not be read. */
export interface ErrorMessage {
  type: "error";
  reason: string;
  message?: string;
  values?: { [key: string]: any };
}

export type ClientMessage = Hello | DoAct | DoStart | DoSeat | DoPause | DoResume | DoUndo | DoHint | DoTry | DoChat | DoRematch | DoLeave | DoPlan | DoHold | DoSeal | DoShow | DoMute | DoKick | DoHand;

export type RoomMessage = TableMessage | EventsMessage | AnnouncedMessage | WatchingMessage | DoneMessage | RefusedMessage | HintMessage | TriedMessage | ChatMessage | RematchMessage | ErrorMessage;
