/** The messages between this page and a room. Written by tools/generate_web.py from the Python types; do not edit. */

/** A seat's number; NOBODY where there is none. */
export type Seat = number;
export const NOBODY: Seat = -1;

/** Who gets a seat: you, a bot, anybody (open), or another person on this device (here). */
export interface SeatWish {
  kind: string;
  level?: string;
  name?: string;
  avatar?: string;
  nonce?: string;
  seal?: string;
}

/** How a table is run; by default the timer is on if people play on several devices, and only who has the link can join. */
export interface SettingsWish {
  pace?: string;
  absence?: number;
  timer?: boolean | null;
  pause?: string;
  open?: boolean;
}

/** A request for a new table. */
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

/** A record to replay from a step on, as a seat or a spectator (-1) saw it. */
export interface ReplayWish {
  record: unknown;
  viewer?: number;
  first?: number;
}

/** The record of a game that is over. */
export interface ChancesWish {
  record: unknown;
}

/** A request for a seat. */
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

/** Start, with bots in the open seats. */
export interface DoStart {
  type: "start";
  command: string;
}

/** Before the start: put a bot into a seat, or open it. */
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

/** Resume after a pause. */
export interface DoResume {
  type: "resume";
  command: string;
}

/** Undo your last action. */
export interface DoUndo {
  type: "undo";
  command: string;
  seat: number;
}

/** Ask what the hard bot would do. */
export interface DoHint {
  type: "hint";
  command: string;
  seat: number;
}

/** Ask what a sequence of your actions would lead to. */
export interface DoTry {
  type: "try";
  command: string;
  seat: number;
  actions: number[];
}

/** Send a chat line. */
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

/** Give your seat to a bot, or resign if the game allows it. */
export interface DoLeave {
  type: "leave";
  command: string;
  seat: number;
  resign?: boolean;
}

/** The actions to take for you, one after the other, if your time runs out. */
export interface DoPlan {
  type: "plan";
  command: string;
  seat: number;
  actions: (number | null)[];
}

/** On a shared device: who has it now; -1: nobody, it is covered. */
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

/** The nonce whose hash you sent. */
export interface DoShow {
  type: "show";
  command: string;
  seat: number;
  nonce: string;
}

/** As the table's host: mute or unmute somebody's chat. */
export interface DoMute {
  type: "mute";
  command: string;
  seat: number;
  muted?: boolean;
}

/** As the table's host: remove a player. */
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

/** A setting: a number from `low` to `high`, or one of `values`; `defaults` by players. */
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
  when_any: { [key: string]: number[] };
  scope: string;
  group: string;
}

/** Settings that go well together, for each number of players that allows them. */
export interface Preset {
  title: string;
  options: { [key: string]: { [key: string]: number } };
}

/** A zone of the table; if it is `owned`, every seat has one. */
export interface ZoneName {
  name: string;
  words: string;
  owned: boolean;
  groups: number;
}

/** A public number besides the cards; if `owned`, one of a row with one for each seat. */
export interface Fact {
  kind: string;
  size?: number;
  first?: number;
  names?: string[];
  letters?: string[];
  shown?: boolean;
  name: string;
  owned?: boolean;
}

/** Other words for certain values of facts, or if a fact is the viewer's own seat ("you") or not ("others"); `numbers` are the facts that the words name. */
export interface Variant {
  when: { [key: string]: number[] | string };
  words: string;
  help: string;
  numbers: { [key: string]: string };
}

/** A mark on cards: `bits` bits of a group's marks, from `shift` on. */
export interface Mark {
  name: string;
  words: string;
  shift: number;
  bits: number;
}

/** What a number means; `names` if it is one of a few words, `size` and `first` if it is part of an action, `shown` if an event newly reveals it. */
export interface Kind {
  kind: string;
  size?: number;
  first?: number;
  names?: string[];
  letters?: string[];
  shown?: boolean;
}

/** An action, or a block of actions from number `action` on. */
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

/** Something that can happen; `you` has the words for each of its seats. */
export interface Event {
  name: string;
  words: string;
  you: { [key: string]: string };
  numbers: { [key: string]: Kind };
}

/** A game's vocabulary; everything is in the order of its numbers. */
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

/** A game; `untimed` are the options under which a real-time game waits for its players, and `claims` the verbs that only the fastest player gets. */
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

/** A bot level; `seconds` is its longest thinking time, `live` its help in real-time games. */
export interface Level {
  level: string;
  title: string;
  help: string;
  seconds: number;
  live: string;
}

/** The games and the bot levels. */
export interface Catalogue {
  games: GameInfo[];
  levels: Level[];
}

/** A language, and its own name for itself. */
export interface Language {
  lang: string;
  name: string;
}

/** The available languages. */
export interface LanguagesAnswer {
  languages: Language[];
}

/** Translations by English text, Rumpus's own (`house`) and each game's: one, or one for each plural form in `plurals`. A context precedes its text, separated by U+0004. `guides` are the games' rules. */
export interface WordsAnswer {
  lang: string;
  plurals: string[];
  house: { [key: string]: string | string[] };
  games: { [key: string]: { [key: string]: string | string[] } };
  guides: { [key: string]: string };
}

/** A person who has a seat. */
export interface SeatedPerson {
  name: string;
  avatar: string;
}

/** A table that anybody may join: its free seats, its people, and how many of them are there. */
export interface OpenTable {
  id: string;
  game: string;
  players: number;
  options: { [key: string]: number };
  free: number;
  people: SeatedPerson[];
  here: number;
  created: number;
}

/** The tables that anybody may join, newest first. */
export interface TablesAnswer {
  tables: OpenTable[];
}

/** A seat and its secret token. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** The new table, your seat, and the link for friends; `here` are the others on this device. */
export interface Seated {
  table: string;
  seat: number;
  token: string;
  link: string;
  here?: SeatToken[];
}

/** The bots' pace, the seconds after which a bot stands in (0: never), whether there are time limits, who may pause, and whether anybody in the room may find the table and join. */
export interface Settings {
  pace: string;
  absence: number;
  timer: boolean;
  pause: string;
  open: boolean;
}

/** A seat and who has it. */
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

/** The result of a game, and what its deal was made of. */
export interface Result {
  places: number[];
  scores: number[];
  key: string;
  secret: string;
  nonces: { [key: string]: string };
}

/** A player in a series: their seat at this table (-1: none) and their points in every game. */
export interface SeriesPlayer {
  name: string;
  avatar: string;
  seat: number;
  points: (number | null)[];
  total: number;
  out: boolean;
}

/** The public view of a series; `winners` are indexes into `players`. */
export interface Series {
  game: number;
  target: number;
  players: SeriesPlayer[];
  over: boolean;
  winners: number[];
}

/** A reason in English, with the template and values to translate it. */
export interface Reason {
  reason: string;
  message?: string;
  values?: { [key: string]: any };
}

/** A player who did not seal or reveal their nonce in time, or left, and the round. */
export type Missed = [round: number, seat: number, name: string];

/** The progress of the deal: round, phase, the seats it is waiting for, the seals, and who missed a round. */
export interface Deal {
  round: number;
  phase: string;
  waits: number[];
  seals: { [key: string]: string };
  missed: Missed[];
}

/** The public data of a table. */
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

/** The public view of a table. */
export interface TableAnswer {
  table: Lobby;
}

/** A seat and who had it. */
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

/** A game; secret, nonces, key and result are set once it is over. `seals` are the hashes of the nonces, published before any nonce was revealed; `missed` says who did not seal or reveal in time, and in which round; `round` is the one that was dealt. `series` is the number of the game in its series, from 1; 0 if there is no series. `digest` covers everything else, so that a changed name or option shows; older records have none. */
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

/** A choice of the viewer: a verb of the game's vocabulary and its numbers. `zone` and `owner` say where on the table to click for it. */
export interface Choice {
  action: number;
  verb: string;
  numbers: { [key: string]: number };
  zone: number;
  owner: number;
}

/** Something that happened: an event of the game's vocabulary and its numbers. `only` lists the viewer's seats that may know, if not everybody may; `by` is `clock` after a timeout. */
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

/** The facts and zones that differ from the view before; with `anew`, `zones` are all there are now. */
export interface Change {
  facts?: { [key: string]: number };
  anew?: boolean;
  zones?: Zone[] | null;
}

/** What one viewer may know. Right after the deal, `beats` lead here from an empty table. */
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

/** One step of a replay: the action, what happened, how the table changed with each line and at the end, and the table afterwards. */
export interface ReplayStep {
  seat: number;
  choice: Choice | null;
  lines: Line[];
  beats: Change[];
  view: View;
}

/** Steps of a replayed record; `next` is the first step not included, -1 at the end. The first answer includes the record, and any disagreements found in it. */
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

/** The reason as a sentence; its template and values are for other languages. */
export interface ErrorAnswer {
  error: string;
  message?: string;
  values?: { [key: string]: any };
}

/** What one viewer sees of an action: how the table changes with each line they hear, and at the end; the rest as in a view. */
export interface ViewChange {
  viewer: number;
  beats: Change[];
  asks: number[];
  over: boolean;
  can_undo: boolean;
  choices: Choice[];
}

/** One move: the view before it, the choice, what happens, and other choices worth a mention; `late` if somebody else was faster. */
export interface LessonStep {
  before: View;
  choice: Choice;
  by: number;
  lines: Line[];
  change: ViewChange;
  beside?: Choice[];
  late?: boolean;
}

/** A line of chat. */
export interface ChatLine {
  seat: number;
  name: string;
  text: string;
}

/** The seconds left, the limit, and whether the time is running. */
export interface Time {
  left: number;
  of: number;
  runs: boolean;
}

/** The time of every seat that is to act, and of the whole game. */
export interface Clock {
  seats: { [key: string]: Time };
  game: Time | null;
}

/** In real time: the table's next action, in how many milliseconds (`in` of `of`), whether it has been announced, and how long until claims are accepted. */
export interface Coming {
  action: number;
  verb: string;
  numbers: { [key: string]: number };
  in: number;
  of: number;
  announced: boolean;
  opens: number;
}

/** The whole table, enough to draw it at once. */
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

/** Something happened; `action` is -1 for all but the player who took it. */
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

/** In real time: the table's next own action is now certain. */
export interface AnnouncedMessage {
  type: "announced";
  seq: number;
  coming: Coming | null;
}

/** The new number of spectators. */
export interface WatchingMessage {
  type: "watching";
  watching: number;
}

/** A command was carried out. */
export interface DoneMessage {
  type: "done";
  command: string;
}

/** A command was refused, and nothing was changed. */
export interface RefusedMessage {
  type: "refused";
  command: string;
  reason: string;
  message?: string;
  values?: { [key: string]: any };
}

/** One of the best choices, with its chance to win in percent. */
export interface HintChoice {
  action: number;
  chance: number;
}

/** What the hard bot would do and why, its best choices, and its weights in percent. */
export interface HintMessage {
  type: "hint";
  command: string;
  action: number;
  why: string;
  reasons: Reason[];
  choices: HintChoice[];
  weights: [number, number][];
}

/** Something that would happen: for `sure`, or in `worlds` of the imagined worlds, unless one of the seats in `unless` prevents it. */
export interface PossibleLine {
  event: string;
  numbers: { [key: string]: number };
  sure: boolean;
  worlds: number;
  unless: number[];
}

/** What the tried actions would lead to. */
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

/** A chat line. */
export interface ChatMessage {
  type: "chat";
  seq: number;
  seat: number;
  name: string;
  text: string;
}

/** The same people continue at a new table; their tokens are valid there. */
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
