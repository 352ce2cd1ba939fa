/** What Tuck It declares. Written by tools/generate_web.py from the Python types; do not edit. */

/** The places on the table. */
export const ZONE = {
  drawPile: 0,
  communityPile: 1,
  trashPile: 2,
  hand: 3,
  stack1: 4,
  stack2: 5,
  stack3: 6,
} as const;

/** Things to know besides the cards. */
export type Fact = "turn" | "stage" | "direction" | "phase" | "turns" | "turn limit" | "die" | "rolled" | "die counts" | "single card" | "takes the pile" | "laid" | "source" | "waiting" | "winner" | "tucks under" | "nine or less" | "chosen" | "empty hand" | "empty pile" | "least" | "fives too" | "no aces";

/** The verbs of actions. */
export type Verb = "card" | "stack" | "flip" | "done" | "decline" | "roll" | "pair" | "take" | "turn up";

/** The kinds of event. */
export type EventName = "dealt out" | "your card" | "build stacks" | "placed" | "stacks ready" | "choose reveal" | "chose reveal" | "showed" | "setup rolled" | "tied" | "neighbours tied" | "starts" | "direction set" | "turned up" | "next turn" | "extra turn" | "rolled" | "played" | "declined" | "revealed" | "took revealed" | "took pile" | "must tuck one" | "tucking" | "tucked" | "you tucked" | "drew" | "phase two" | "four of a kind" | "trashed" | "can take top" | "took top" | "took no top" | "can flip" | "flipped" | "flip showed" | "no flip" | "reversed" | "skipped" | "trashed skip" | "dark q struck" | "can still tuck" | "won" | "stopped" | "laid open" | "gears counted";

/** The stages: what is being decided. */
export const STAGE = {
  buildingStacks: 0,
  revealing: 1,
  breakingATie: 2,
  breakingATieOfDirection: 3,
  turn: 4,
  addingCards: 5,
  mustTuck: 6,
  mayFlip: 7,
  mayTakeATopCard: 8,
  lastTucks: 9,
  over: 10,
} as const;

/** The bits of a card's marks. */
export const MARK = {
  faceUp: 1,
  knownToAll: 2,
} as const;

/** The lowest bit of each amount among a card's marks. */
export const SHIFT = {
  gears: 2,
} as const;

/** The largest value of each amount. */
export const MOST = {
  gears: 255,
} as const;
