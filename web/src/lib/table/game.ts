/** What a game adds to the page: its table, drawings, motion and words, but no rules. */
import type { Component } from 'svelte';
import type { KeyWords } from './keys';
import type { Sentence } from '../language/language.svelte';
import type { Coming, GameInfo, Lobby, Seat, Time, View } from '../protocol';
import type { Choice, Hint, Line } from '../language/speaking';
import type { TryOut } from './trying.svelte';
import type { Rush, Scene, Script } from './scene.svelte';

export interface TableProps {
  scene: Scene;
  info: GameInfo;
  lobby: Lobby;
  /** The seat whose view is shown; -1 for spectators. */
  seat: Seat;
  /** What can be chosen now; empty during animations. */
  choices: Choice[];
  /** An action that was sent and not answered yet. */
  pending: number | null;
  /** Everything that was sent and not answered yet: in real time there may be several. */
  sent?: readonly Choice[];
  /** What was not carried out, and why; `claim` if it was one that only the fastest gets. */
  refused: { action: number | null; reason: string; claim?: Choice | undefined } | null;
  hint: Hint | null;
  /** This seat's clock, or else the one with the least time left. */
  clock: (Time & { since: number }) | null;
  /** In real time: what the table will do on its own, counted from `since`. */
  coming?: (Coming & { since: number }) | null;
  choose: (choice: Choice) => void;
  /** Tell the room what is laid out but not sent (null: left open); it counts if time runs out. */
  plan?: (actions: (number | null)[]) => void;
  /** Ask what some actions, one after the other, would lead to; null if they cannot be taken. Changes nothing. */
  tryOut?: TryOut;
  openLog: () => void;
}

export interface Story {
  title: string;
  words: string;
}

export interface GameModule {
  Table: Component<TableProps>;
  /** Drawings that the table uses by name, put into the page once. */
  Sprite?: Component;
  /** It may use a table's `options`. */
  CheatSheet?: Component<any>;
  script?: Script;
  /** Instead of a script, for a game in real time. */
  rush?: Rush;
  /** Whether a line tells the outcome of an action; those lead the short log. */
  isHeadline: (line: Line) => boolean;
  /** Whose face is shown in front of a line. */
  actor: (line: Line) => Seat;
  /** What keys do at its table, besides those of every table. */
  keys?: readonly KeyWords[];
  /** How long the final table stays visible before the result covers it, in milliseconds. */
  linger?: number;
  /** A few words for the top bar, such as the goal. */
  goal?: (view: View) => string;
  /** The current standing, for the list of unfinished games. */
  standing?: (view: View, lobby: Lobby, seat: Seat) => string;
  /** What the points of a result are, if they are more than a number; fewer may be better. */
  points?: { noun: string; fewestFirst: boolean };
  /** What happened, told from the lines when the game is over. */
  story?: (lines: Line[], lobby: Lobby) => Story[];
}

export interface Tutor {
  default: Component<{ info: GameInfo; onend: () => void }>;
}

/** What the first page needs to know about a game before its code is loaded. */
export interface Listing {
  /** It may use the game's `title`. */
  art: Component<any>;
  /** Symbols that the art uses, put into the page once. */
  drawings?: Component;
  hue: string;
  hueDeep: string;
  idea?: Sentence;
  /** A word on the tile, such as "real time". */
  extra?: Sentence;
  load: () => Promise<GameModule>;
  tutor?: () => Promise<Tutor>;
}
