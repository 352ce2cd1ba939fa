/** The messages between this page and a room, as docs/protocol.md writes them down. */
import type { Told } from './sentence';

export type Seat = number;
export const NOBODY: Seat = -1;

// ------------------------------------------------------------------------------ games
export interface Option {
  key: string;
  title: string;
  help: string;
  type: 'number' | 'switch' | 'choice';
  low: number;
  high: number;
  unit: string;
  /** A number goes up in such steps. */
  step?: number;
  values: Record<string, number>;
  default: number;
  defaults: Record<string, number>;
  when: Record<string, number[]>;
  scope: string;
  /** The title under which it is shown. */
  group?: string;
}

export interface Preset {
  title: string;
  options: Record<string, Record<string, number>>;
}

export interface GameWords {
  faces: string[];
  letters: string[];
  zones: string[];
  facts: string[];
  /** What else is printed on each face, where a game draws its cards from data. */
  prints?: Record<string, string | number>[];
}

export interface GameInfo {
  name: string;
  title: string;
  idea: string;
  minutes: number;
  version: number;
  players: { least: number; most: number; common: number };
  options: Option[];
  /** Settings that go well together, by the number of players for which they are possible. */
  presets?: Preset[];
  /** Whether who leaves can resign instead of leaving the seat to a bot. */
  can_resign?: boolean;
  /** The options under which a game in real time waits for its players; empty for other games. */
  untimed?: Record<string, number>;
  words: GameWords;
  guide: string;
}

export interface Level {
  level: string;
  title: string;
  help: string;
  /** The longest that such a bot thinks. */
  seconds: number;
  /** What to expect of it in real time. */
  live?: string;
}

export interface Catalogue {
  games: GameInfo[];
  levels: Level[];
}

// ------------------------------------------------------------------------------ tables
export type SeatWish =
  | { kind: 'you' }
  | { kind: 'open' }
  | { kind: 'bot'; level: string }
  | { kind: 'here'; name: string; avatar?: string; seal?: string };

export interface Settings {
  pace: string;
  absence: number;
  timer: boolean;
  pause?: Pauser;
}

/** Who may pause the game. */
export type Pauser = 'everybody' | 'host' | 'nobody';

export interface NewTable {
  game: string;
  players: number;
  options?: Record<string, number>;
  name: string;
  avatar: string;
  seats?: SeatWish[];
  settings?: Partial<Settings>;
  /** The hash of our number for the shuffle. */
  seal?: string;
  /** A random text: asked again with it, the room gives the same answer. */
  again?: string;
}

export interface SeatToken {
  seat: Seat;
  token: string;
}

export interface Seated extends SeatToken {
  table: string;
  link: string;
  here?: SeatToken[];
}

export interface Chair {
  seat: Seat;
  kind: 'person' | 'bot' | 'open';
  name: string;
  avatar: string;
  level: string;
  present: boolean;
  stand_in: boolean;
  /** The table has waited for them for too long. */
  idle?: boolean;
  /** The host lets them chat no more. */
  muted?: boolean;
}

export interface Result {
  places: number[];
  scores: number[];
  key: string;
  secret: string;
  nonces: Record<string, string>;
}

/** Everybody who began a series of games, in the order of their seats in the first. */
export interface SeriesPlayer {
  name: string;
  avatar: string;
  /** At this table; -1 for who dropped out before. */
  seat: Seat;
  /** One for every finished game; null: did not play in it. */
  points: (number | null)[];
  total: number;
  /** Does not play the next game. */
  out: boolean;
}

/** Several games with the same people; the fewest points win. */
export interface Series {
  game: number;
  target: number;
  players: SeriesPlayer[];
  over: boolean;
  /** Indexes into `players`. */
  winners: number[];
}

/** Who did not seal or show their number in time: the round, the seat, their name. */
export type Missed = [round: number, seat: Seat, name: string];

export interface Lobby {
  id: string;
  game: string;
  players: number;
  options: Record<string, number>;
  status: 'open' | 'playing' | 'over';
  host: Seat;
  commitment: string;
  created: number;
  watching: number;
  paused: boolean;
  settings: Settings;
  seats: Chair[];
  result: Result | null;
  rematch: string;
  /** How far the fair deal is: what is waited for, and the seals of all numbers. */
  deal?: { round: number; phase: 'seal' | 'show' | ''; waits: Seat[]; seals: Record<string, string>; missed: Missed[] };
  /** Why nothing can be saved now; the table waits until it can be. */
  fault?: Told | null;
  /** Why the table was ended before the game was over. */
  closed?: Told | null;
  /** Null where single games are played. */
  series?: Series | null;
}

// ------------------------------------------------------------------------------ what is on the table
/** face, cards, marks */
export type Group = [number, number, number];

export interface Zone {
  zone: number;
  owner: Seat;
  size: number;
  groups: Group[];
}

export interface Choice {
  action: number;
  notation: string;
  words: string;
  zone: number;
  owner: Seat;
}

export interface View {
  viewer: Seat;
  facts: Record<string, number>;
  zones: Zone[];
  asks: Seat[];
  over: boolean;
  can_undo: boolean;
  choices: Choice[];
}

export interface Line {
  n: number;
  kind: number;
  event: string;
  numbers: Record<string, number>;
  words: string;
  /** The seats of this device that may know; none if everybody may. */
  only?: Seat[];
  /** 'clock' where somebody's time was up and the room decided. */
  by?: 'clock' | '';
}

/** The seconds that are left, of how many, and whether they pass. */
export interface Time {
  left: number;
  of: number;
  runs: boolean;
}

/** The time of everybody who is waited for, by seat, and that of the whole game. */
export interface Clock {
  seats: Record<string, Time>;
  game: Time | null;
}

/** In a game in real time: what the table itself will do next, and in how many milliseconds. */
export interface Coming {
  action: number;
  notation: string;
  words: string;
  in: number;
  /** The whole wait that `in` is counted down from. */
  of: number;
  /** It is certain now: what is sent from now on comes after it. */
  announced: boolean;
  /** Milliseconds until claims are taken; 0 is now. */
  opens: number;
}

// ------------------------------------------------------------------------------ the socket
export type Command =
  | { type: 'act'; seat: Seat; action: number }
  | { type: 'start' }
  | { type: 'seat'; seat: Seat; kind: 'bot' | 'open'; level?: string }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'undo'; seat: Seat }
  | { type: 'hint'; seat: Seat }
  | { type: 'try'; seat: Seat; actions: number[] }
  | { type: 'chat'; text: string; seat?: Seat }
  | { type: 'rematch' }
  | { type: 'seal'; seat: Seat; seal: string }
  | { type: 'show'; seat: Seat; nonce: string }
  | { type: 'leave'; seat: Seat; resign?: boolean }
  | { type: 'mute'; seat: Seat; muted: boolean }
  | { type: 'kick'; seat: Seat }
  | { type: 'hand'; seat: Seat }
  | { type: 'hold'; seat: Seat }
  | { type: 'plan'; seat: Seat; actions: (number | null)[] };

export type Views = Record<string, View>;

export interface TableMessage {
  type: 'table';
  seq: number;
  table: Lobby;
  you: Seat[];
  views: Views;
  history: Line[];
  missed: number;
  chat: { seat: Seat; name: string; text: string }[];
  clock: Clock | null;
  coming?: Coming | null;
}

export interface EventsMessage {
  type: 'events';
  seq: number;
  by: Seat;
  action: number;
  decided: 'person' | 'bot' | 'clock';
  lines: Line[];
  views: Views;
  clock: Clock | null;
  coming?: Coming | null;
}

export interface AnnouncedMessage {
  type: 'announced';
  seq: number;
  coming: Coming;
}

/** How many watch, when that has changed. */
export interface WatchingMessage {
  type: 'watching';
  watching: number;
  seq?: undefined;
}

export interface ChatMessage {
  type: 'chat';
  seq: number;
  seat: Seat;
  name: string;
  text: string;
}

export interface RematchMessage {
  type: 'rematch';
  table: string;
  seats?: Record<string, number>;
  seq?: number;
}

export interface HintMessage {
  type: 'hint';
  command: string;
  action: number;
  words: string;
  why: string;
  /** The best choices with the chance to win in percent. */
  choices: { action: number; words: string; chance: number }[];
  weights: [number, number][];
}

/** Something that would happen: for sure, or in so many of the worlds that were imagined. */
export interface PossibleLine {
  event: string;
  numbers: Record<string, number>;
  words: string;
  sure: boolean;
  worlds: number;
  /** Only if these seats let it happen. */
  unless: Seat[];
}

/** What some actions would lead to, as far as their seat can know. */
export interface TriedMessage {
  type: 'tried';
  command: string;
  lines: PossibleLine[];
  /** What could be done right after them. */
  choices: Choice[];
  /** The facts that would change, as far as that is certain. */
  facts: Record<string, number>;
  asks: Seat[];
  /** In how many of the `worlds` the game would be over. */
  over: number;
  worlds: number;
}

export interface DoneMessage {
  type: 'done';
  command: string;
}

/** Why not: in English, and as a template with its values. */
export interface RefusedMessage extends Told {
  type: 'refused';
  command: string;
  reason: string;
}

export interface ErrorMessage extends Told {
  type: 'error';
  reason: string;
}

export type Answer = DoneMessage | RefusedMessage | HintMessage | TriedMessage;
export type News = TableMessage | EventsMessage | AnnouncedMessage | WatchingMessage | ChatMessage | RematchMessage;
export type Message = Answer | News | ErrorMessage;

// ------------------------------------------------------------------------------ records
export interface GameRecord {
  format: number;
  game: string;
  version: number;
  players: number;
  options: Record<string, number>;
  seats: { name: string; kind: string; level: string }[];
  created: number;
  commitment: string;
  secret?: string;
  nonces?: Record<string, string>;
  seals?: Record<string, string>;
  missed?: Missed[];
  round?: number;
  key?: string;
  actions?: [number, number, string][];
  result?: { places: number[]; scores: number[] } | null;
}

export interface ReplayStep {
  seat: Seat;
  action: number;
  words: string;
  lines: Line[];
  view: View;
}

export interface Replayed {
  disagreements: Told[];
  record: GameRecord;
  steps: ReplayStep[];
  /** The first step that is missing here, -1 if none is. */
  next: number;
}
