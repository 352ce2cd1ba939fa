/** What Stak Bots declares. Written by tools/generate_web.py from the Python types; do not edit. */

/** The places on the table. */
export const ZONE = {
  stak1: 0,
  stak2: 1,
  stak3: 2,
  stak4: 3,
  hand: 4,
  supply: 5,
  scrapheap: 6,
  leftOut: 7,
  draft: 8,
} as const;

/** Things to know besides the cards. */
export type Fact = "turn" | "stage" | "step" | "decides" | "turns" | "fed" | "to feed" | "actions left" | "staks each" | "attacking" | "attacked" | "spent staks" | "acting card" | "acting stak" | "effects waiting" | "out" | "sides" | "ready" | "yielded" | "draft rank" | "over" | "aimed" | "targets 1" | "targets 2" | "targets 3" | "targets 4" | "owed" | "last card";

/** The verbs of actions. */
export type Verb = "end" | "draw" | "scrap" | "attack" | "drop" | "recycle" | "at" | "name" | "reset" | "play" | "discard" | "pick" | "yield" | "keep" | "pass" | "no" | "time" | "resign";

/** The kinds of event. */
export type EventName = "started" | "teamed" | "dealt" | "rank opened" | "picked" | "turned up" | "turn began" | "drew" | "drew card" | "nothing to draw" | "reshuffled" | "held" | "played" | "scrapped" | "discarded" | "recycled" | "draw declined" | "dropped" | "drop declined" | "attacked" | "reaction declined" | "cancelled" | "struck" | "series goes on" | "series stopped" | "attack spent" | "triggered" | "ordered" | "effect" | "effect lost" | "no target" | "fell" | "sent down" | "stayed" | "reset" | "shot at" | "returned" | "expelled" | "yielded" | "ready" | "turn ended" | "out" | "hand shown" | "turn limit" | "won" | "drawn" | "time called" | "resigned";

/** The stages: what is being decided. */
export const STAGE = {
  drafting: 0,
  dropping: 1,
  acting: 2,
  placing: 3,
  aiming: 4,
  reacting: 5,
  ordering: 6,
  targeting: 7,
  resetting: 8,
  expelling: 9,
  discarding: 10,
  recycling: 11,
  redrawing: 12,
} as const;

/** The bits of a card's marks. */
export const MARK = {
  faceUp: 1,
  chosenAttacker: 2,
  mayNotAttack: 4,
  effectWaits: 8,
  effectHappens: 16,
  remembered: 32,
  knownToAll: 64,
} as const;

/** The lowest bit of each amount among a card's marks. */
export const SHIFT = {
  damage: 8,
  power: 16,
} as const;

/** The largest value of each amount. */
export const MOST = {
  damage: 255,
  power: 255,
} as const;
