/** What Ruckus declares. Written by tools/generate_web.py from the Python types; do not edit. */

/** The places on the table. */
export const ZONE = {
  deck: 0,
  hand: 1,
  piles: 2,
  faceDownCard: 3,
  otherHands: 4,
} as const;

/** Things to know besides the cards. */
export type Fact = "stage" | "timing" | "dealer" | "dealing" | "round" | "deals" | "length" | "goal" | "rounds" | "extra rounds" | "time up" | "ready" | "chosen" | "out" | "bonus" | "total 1" | "total 2" | "total 3" | "total 4" | "total 5" | "points 1" | "points 2" | "points 3" | "points 4" | "points 5";

/** The verbs of actions. */
export type Verb = "wait" | "out" | "build" | "steal" | "lay" | "deal" | "ready" | "call" | "end" | "time";

/** The kinds of event. */
export type EventName = "round started" | "dealt" | "yours" | "new sets" | "laid" | "stole" | "built" | "is ready" | "last flurry began" | "chose" | "came" | "was too late" | "time was up" | "went out" | "ran out" | "showed" | "turned up" | "scored" | "total" | "tied" | "extra round" | "passed the deal" | "won" | "shared the win";

/** The stages: what is being decided. */
export const STAGE = {
  flurry: 0,
  lastFlurry: 1,
  scoring: 2,
  over: 3,
} as const;

/** The bits of a card's marks. */
export const MARK = {
  safe: 1,
  steals: 2,
  builds: 4,
  set: 8,
} as const;
