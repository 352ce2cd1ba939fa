/** What a game brings to the page beside the rules, which it does not know. */
import type { Component } from 'svelte';
import type { KeyWords } from '../lib/keys';
import type { Sentence } from '../lib/language.svelte';
import type { Coming, GameInfo, Lobby, Seat, Time, View } from '../lib/protocol';
import type { Choice, Hint, Line, Tried } from '../lib/speaking';
import type { Scene } from '../lib/scene.svelte';
import type { Stage } from '../lib/stage';

export interface TableProps {
  scene: Scene;
  info: GameInfo;
  lobby: Lobby;
  /** Whose eyes we look through; -1 watches. */
  seat: Seat;
  /** What can be chosen now; empty while cards fly. */
  choices: Choice[];
  /** An action that was sent and not answered yet. */
  pending: number | null;
  /** Everything that was sent and not answered yet: in real time there may be several. */
  sent?: readonly Choice[];
  /** What was not carried out, and why; `claim` if it was one that only the fastest gets. */
  refused: { action: number | null; reason: string; claim?: Choice | undefined } | null;
  hint: Hint | null;
  /** The time of whoever sits here, or else of whoever has least. */
  clock: (Time & { since: number }) | null;
  /** In real time, what the table will do by itself, seen from `since`. */
  coming?: (Coming & { since: number }) | null;
  choose: (choice: Choice) => void;
  /** Say what is laid out and not sent yet, action by action (null: left open): it counts if time runs out. */
  plan?: (actions: (number | null)[]) => void;
  /** Ask what some actions, one after the other, would lead to; null if they cannot be taken. Changes nothing. */
  tryOut?: (actions: number[]) => Promise<Tried | null>;
  openLog: () => void;
}

/** One thing to show, made of one or more lines. */
export interface Beat {
  kind: string;
  lines: Line[];
}

/** How a game's lines are brought to the stage; what the table looks like after each, the line itself says. */
export interface Script<B extends Beat = Beat> {
  plan: (lines: Line[], view: View) => B[];
  perform: (beat: B, scene: Scene, stage: Stage) => Promise<void>;
  /** Without motion: what lights up, and for how long it is shown. */
  still: (beat: B, scene: Scene) => number;
}

/** How the lines of a race are shown: the truth is drawn at once, and what happened moves over it. */
export interface Rush<B extends Beat = Beat> {
  plan: (lines: Line[]) => B[];
  /** Whether these lines are nothing but the first deal. */
  isDeal: (lines: Line[]) => boolean;
  /** Begins before the new truth is drawn: where things lie now can be asked until the first `await`. */
  perform: (beat: B, scene: Scene, stage: Stage) => Promise<void>;
}

export interface Story {
  title: string;
  words: string;
}

export interface GameModule {
  Table: Component<TableProps>;
  /** Drawings that the table uses by name, put into the page once. */
  Sprite?: Component;
  /** It may want to know a table's `options`. */
  CheatSheet?: Component<any>;
  script?: Script;
  /** Instead of a script, in a game that waits for nobody. */
  rush?: Rush;
  /** Lines that tell how an action came out: they lead the short log. */
  isHeadline: (line: Line) => boolean;
  /** Whose face stands before a line. */
  actor: (line: Line) => Seat;
  /** What keys do at its table, beside those of every table. */
  keys?: readonly KeyWords[];
  /** For how long, in milliseconds, the end may be looked at before the result covers it. */
  linger?: number;
  /** A few words for the top bar, such as the goal. */
  goal?: (view: View) => string;
  /** How it stands, for the list of unfinished games. */
  standing?: (view: View, lobby: Lobby, seat: Seat) => string;
  /** What the points of a result are, where they are more than a number; fewer may be better. */
  points?: { noun: string; fewestFirst: boolean };
  /** What happened, told from the lines when the game is over. */
  story?: (lines: Line[], lobby: Lobby) => Story[];
}

export interface Tutor {
  default: Component<{ info: GameInfo; onend: () => void }>;
}

/** What the first page needs to know of a game before its code is loaded. */
export interface Listing {
  art: Component;
  /** What the art is drawn with, put into the page once. */
  drawings?: Component;
  hue: string;
  hueDeep: string;
  idea?: Sentence;
  /** A word on the tile, such as "real time". */
  extra?: Sentence;
  load: () => Promise<GameModule>;
  tutor?: () => Promise<Tutor>;
}
