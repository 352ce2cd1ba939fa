/** A table this page is connected to: its latest state, and what can be done. */
import { COME_BACK, Connection, socketUrl, type Answer, type Command, type LineState, type News } from './connection';
import { dealAhead, dealer } from '../fair/dealing';
import { say, type Told } from '../language/language.svelte';
import { forget, recall, remember } from './savedtables';
import { NOBODY, type Chair, type Clock, type Coming, type EventsMessage, type GameInfo, type Line as WireLine, type Lobby, type Seat, type SeatToken, type Time, type View } from '../protocol';
import { Scene } from '../table/scene.svelte';
import { play } from '../table/sound';
import { advised, foreseen, offered, spoken, type Choice, type Hint, type Line, type Reader, type Tried } from '../language/speaking';
import { follow, hears, type Views } from '../table/views';
import type { GameModule } from '../table/game';

export interface Said {
  seat: Seat;
  name: string;
  text: string;
  key: number;
}

/** With more new lines than this, jump to the new state instead of playing them. */
const TOO_MANY_LINES = 60;

export class Room {
  lobby = $state.raw<Lobby | null>(null);
  views = $state.raw<Views>({});
  line = $state<LineState>('connecting');
  retryIn = $state(0);
  everOpened = $state(false);
  gone = $state(false);
  /** We had a seat, and the host took it away. */
  removed = $state(false);
  /** The room said that it is being restarted. */
  restarts = $state(false);
  chat = $state.raw<Said[]>([]);
  unread = $state(0);
  clock = $state.raw<(Clock & { since: number }) | null>(null);
  /** In real time, what the table will do on its own; null in a game with turns. */
  coming = $state.raw<(Coming & { since: number }) | null>(null);
  /** What was sent and not answered yet. */
  sent = $state.raw<Choice[]>([]);
  refused = $state.raw<{ action: number | null; readonly reason: string; claim?: Choice | undefined } | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** The seat whose view is shown. */
  front = $state<Seat>(NOBODY);
  /** On a shared device: who it is to be handed to. The table stays covered until they confirm that they have it. */
  handTo = $state<Seat | null>(null);
  /** Whose time ran out in the last events. */
  late = $state<Seat | null>(null);
  nextTable = $state('');
  /** We asked for the rematch ourselves, so we go there as soon as it is made. */
  wantsRematch = $state(false);
  module = $state.raw<GameModule | null>(null);
  info = $state.raw<GameInfo | null>(null);
  readonly scene = new Scene();
  seats = $state.raw<Seat[]>([]);
  private readonly connection: Connection;
  private chats = 0;
  private readonly takePart: ReturnType<typeof dealer>;
  private stopAhead: () => void = () => {};
  private refusals = 0;
  /** Who has this device, as the room knows it; null after every hello. */
  private toldHolder: Seat | null = null;
  /** Who was handed the device at least once; nobody when the page was just opened. */
  private wasHanded = false;
  /** What each seat has laid out but not sent, in case its time runs out. */
  private plans = new Map<Seat, (number | null)[]>();
  /** Events that came before the game's drawings were loaded. */
  private ready = false;

  constructor(
    readonly id: string,
    readonly tokens: SeatToken[],
    private readonly title: (game: string) => string,
  ) {
    this.seats = tokens.map((token) => token.seat);
    this.front = this.seats[0] ?? NOBODY;
    this.takePart = dealer(id, (command) => this.connection.send(command));
    this.connection = new Connection({
      url: socketUrl(id),
      tokens: tokens.map((token) => token.token),
      onNews: (news) => this.hear(news),
      onState: (state, retryIn, code) => {
        this.line = state;
        if (state === 'open') this.restarts = false;
        if (code === COME_BACK) this.restarts = true;
        if (state === 'connecting') this.toldHolder = null;
        if (state === 'open') this.plans.forEach((actions, seat) => void this.connection.send({ type: 'plan', seat, actions }));
        this.retryIn = retryIn;
        if (state === 'open') this.everOpened = true;
        if (state === 'closed') this.gone = true;
      },
      onTrouble: (error) => this.refuse(null, error),
    });
  }

  close(): void {
    this.stopAhead();
    this.connection.close();
  }

  hurry(): void {
    this.connection.hurry();
  }

  /** The game's drawings are loaded: from now on events are animated. */
  stageIsSet(module: GameModule, info: GameInfo): void {
    this.module = module;
    this.info = info;
    this.scene.use(module.script ?? null, module.rush ?? null);
    this.ready = true;
    const view = this.view;
    if (view) this.open(view);
  }

  private history: WireLine[] = [];

  get isHot(): boolean {
    return this.seats.length > 1;
  }

  get isHost(): boolean {
    return this.lobby !== null && this.seats.includes(this.lobby.host);
  }

  /** Whether we may do what the host may: we are, or the host is away or idle. */
  get mayHost(): boolean {
    if (!this.lobby || this.watches) return false;
    const host = this.lobby.seats[this.lobby.host];
    return this.isHost || !host?.present || host.stand_in || !!host.idle;
  }

  /** The other people, whom we can moderate as the host. */
  get guests(): Chair[] {
    if (!this.lobby || !this.isHost) return [];
    return this.lobby.seats.filter((chair) => chair.kind === 'person' && !this.seats.includes(chair.seat));
  }

  /** Whether all our seats are muted. */
  get isMuted(): boolean {
    return this.seats.length > 0 && this.seats.every((seat) => this.lobby?.seats[seat]?.muted);
  }

  /** Idle players whom we may replace with a bot. */
  get idle(): Chair[] {
    if (!this.mayHost || this.lobby?.paused) return [];
    return this.lobby!.seats.filter((chair) => chair.idle && !chair.stand_in && chair.seat !== this.front);
  }

  /** Our own seats that a bot plays for. */
  get replaced(): Chair[] {
    return this.lobby?.seats.filter((chair) => chair.stand_in && this.seats.includes(chair.seat)) ?? [];
  }

  /** Whether we may pause the game, or go on with it. */
  get mayPause(): boolean {
    if (!this.lobby || this.watches) return false;
    const { settings, paused } = this.lobby;
    if (settings.pause === 'host') return this.mayHost;
    return settings.pause !== 'nobody' || paused;
  }

  /** The time of the seat in front, or else of whoever has least. */
  get time(): (Time & { since: number }) | null {
    if (!this.clock) return null;
    const { seats, since } = this.clock;
    const least = Object.values(seats).sort((a, b) => Number(b.runs) - Number(a.runs) || a.left - b.left)[0];
    const time = seats[String(this.front)] ?? least;
    return time ? { ...time, since } : null;
  }

  get watches(): boolean {
    return this.lobby !== null && this.seats.length === 0;
  }

  get pending(): number | null {
    return this.sent[0]?.action ?? null;
  }

  /** Whose view is shown: the seat in front, or who watches. */
  private get seen(): Seat {
    return this.view?.viewer ?? this.front;
  }

  /** The current view of the seat in front. */
  get view(): View | null {
    return this.views[String(this.front)] ?? this.views['-1'] ?? Object.values(this.views)[0] ?? null;
  }

  get choices(): Choice[] {
    if (this.scene.busy || this.handTo !== null || this.lobby?.paused || this.front === NOBODY) return [];
    const view = this.view;
    const reader = this.reader;
    return view && reader ? view.choices.map((choice) => offered(choice, reader, view)) : [];
  }

  /** Who reads the words of this table. */
  get reader(): Reader | null {
    return this.info && this.lobby && { info: this.info, names: this.lobby.seats.map(({ name }) => name), viewer: this.front };
  }

  get isMyTurn(): boolean {
    return this.view !== null && !this.view.over && this.seats.some((seat) => this.view!.asks.includes(seat));
  }

  // --------------------------------------------------------------------------- hearing
  private hear(news: News): void {
    switch (news.type) {
      case 'table':
        if (this.lobby && this.lobby.status !== news.table.status) this.refused = null; // its subject is over
        if (this.lobby && this.seats.length > 0 && news.you.length === 0) {
          this.removed = true;
          forget(this.id);
        }
        this.lobby = news.table;
        this.views = news.views;
        this.seats = news.you;
        if (!this.seats.includes(this.front)) this.front = this.seats[0] ?? NOBODY;
        this.setClock(news.clock);
        this.setComing(news.coming);
        if (!this.coming) this.sent = []; // in a race claims are answered one by one
        if (this.chat.length === 0) this.chat = news.chat.map((said) => ({ ...said, key: ++this.chats }));
        if (news.table.rematch && !this.nextTable) {
          this.nextTable = news.table.rematch;
          if (!this.watches && !recall(this.nextTable)) this.keepSeats(this.nextTable, undefined);
          this.goAhead();
        }
        this.takeHistory(news.history);
        this.cover();
        this.tellHolder();
        void this.takePart(news.table, this.seats);
        break;
      case 'events': {
        const afters = this.follow(news);
        this.setClock(news.clock);
        this.setComing(news.coming);
        this.hint = null;
        this.late = news.decided === 'clock' && this.lobby?.seats[news.by] ? news.by : null;
        if (this.late !== null) this.plans.delete(this.late);
        if (this.coming) this.forget(this.sent.find((choice) => news.by === this.front && choice.action === news.action));
        else [this.refused, this.sent] = [null, []];
        const known = this.history[this.history.length - 1]?.n ?? -1;
        const lines = news.lines.filter((line) => line.n > known);
        this.history = [...this.history, ...lines];
        const view = this.view;
        if (view && this.ready) this.scene.feed(this.visible(lines, afters), view);
        this.cover();
        break;
      }
      case 'announced':
        this.setComing(news.coming);
        break;
      case 'watching':
        if (this.lobby) this.lobby = { ...this.lobby, watching: news.watching };
        break;
      case 'chat':
        this.chat = [...this.chat, { seat: news.seat, name: news.name, text: news.text, key: ++this.chats }];
        if (!this.seats.includes(news.seat) || this.watches) {
          this.unread += 1;
          play('chat');
        }
        break;
      case 'rematch':
        this.nextTable = news.table;
        this.keepSeats(news.table, news.seats);
        this.goAhead();
        break;
    }
    this.note();
  }

  /** The whole table came: play what is new if it is a move or two, otherwise jump to it. */
  private takeHistory(history: WireLine[]): void {
    const known = this.history[this.history.length - 1]?.n ?? -1;
    const begun = this.history.length > 0;
    const lines = history.filter((line) => line.n > known);
    const wasTakenBack = (history[history.length - 1]?.n ?? -1) < known;
    this.history = history;
    const view = this.view;
    if (!view || !this.ready) return;
    if (!begun || !this.scene.view) this.open(view);
    else if (wasTakenBack || lines.length > TOO_MANY_LINES) this.scene.jump(view, this.visible(history));
    else if (lines.length > 0) this.scene.feed(this.visible(lines), view);
    else this.scene.settle(view);
  }

  /** Every view after an action; and for the seat in front the one after each line of it, by the line's number. */
  private follow(news: EventsMessage): Map<number, View> {
    const found = new Map<number, View>();
    const views: Views = {};
    for (const [key, change] of Object.entries(news.views)) {
      const before = this.views[key];
      if (!before) continue;
      const { afters, view } = follow(before, change);
      views[key] = view;
      if (change.viewer !== this.seen) continue;
      news.lines.filter((line) => hears(line, change.viewer)).forEach((line, i) => found.set(line.n, afters[i]!));
    }
    this.views = views;
    return found;
  }

  /** Come to the table; a deal that nothing has followed comes with its beats. */
  private open(view: View): void {
    const afters = new Map<number, View>();
    const { beats } = view;
    if (beats.length > 0) {
      const lines = this.history.filter((line) => hears(line, view.viewer));
      const seen = follow({ ...view, facts: {}, zones: [], asks: [], choices: [] }, { ...view, beats });
      lines.forEach((line, i) => afters.set(line.n, seen.afters[i]!));
    }
    this.scene.open(view, this.visible(this.history, afters));
  }

  /** What the person in front may read: of several on one device, not what only another may know. */
  private visible(lines: WireLine[], afters?: Map<number, View>): Line[] {
    const reader = this.reader;
    return reader ? lines.filter((line) => hears(line, this.front)).map((line) => spoken(line, reader, afters?.get(line.n))) : [];
  }

  private setClock(clock: Clock | null): void {
    this.clock = clock ? { ...clock, since: performance.now() } : null;
  }

  private setComing(coming: Coming | null | undefined): void {
    this.coming = coming ? { ...coming, since: performance.now() } : null;
  }

  /** A choice was answered. */
  private forget(choice: Choice | undefined): void {
    this.sent = this.sent.filter((one) => one !== choice);
  }

  /** The same tokens open the next table, maybe at other seats. */
  private keepSeats(table: string, seats: Record<string, number> | undefined): void {
    const moved = this.tokens.map((kept) => ({ token: kept.token, seat: seats?.[String(kept.seat)] ?? kept.seat }));
    remember(table, { seats: moved, game: this.lobby?.game ?? '', title: this.lobby ? this.title(this.lobby.game) : '' });
  }

  /** Take part in the next table's deal in the background, so that nobody waits while we still look at this one. */
  private goAhead(): void {
    this.stopAhead();
    if (!this.watches && !this.wantsRematch) this.stopAhead = dealAhead(this.nextTable, this.tokens.map((kept) => kept.token));
  }

  /** Store what the first page shows about this table. */
  private note(): void {
    const { lobby, view } = this;
    if (!lobby || this.watches) return;
    const noted = recall(this.id);
    const round = lobby.deal?.round ?? 1;
    const others = lobby.seats.filter((chair) => !this.seats.includes(chair.seat) && chair.kind !== 'open').map(({ name, avatar, seat }) => ({ name, avatar, seat }));
    remember(this.id, {
      game: lobby.game,
      title: this.title(lobby.game),
      seats: this.tokens,
      round,
      commitment: ((noted?.round ?? 1) === round && noted?.commitment) || (lobby.status === 'over' ? '' : lobby.commitment),
      over: lobby.status === 'over',
      yourTurn: lobby.status === 'playing' && this.isMyTurn,
      standing: view && this.module?.standing ? this.module.standing(view, lobby, this.front) : '',
      others,
    });
  }

  // --------------------------------------------------------------------------- doing
  async act(choice: Choice): Promise<void> {
    if (this.coming ? this.sent.some((one) => one.action === choice.action) : this.sent.length > 0) return;
    const seat = this.front;
    this.plans.delete(seat);
    this.sent = [...this.sent, choice];
    this.refused = null;
    play('press');
    const answer = await this.connection.send({ type: 'act', seat, action: choice.action });
    if (answer.type === 'refused') {
      this.forget(choice);
      this.refuse(choice.action, answer, this.info?.claims.includes(choice.verb) ? choice : undefined);
    } else if (this.coming) {
      this.forget(choice); // in a race what happened was told before
    } else {
      setTimeout(() => this.forget(choice), 1500); // the events are on their way, if they are not here yet
    }
  }

  /** Say what is laid out so far, action by action: it counts if time runs out. */
  plan(actions: (number | null)[]): void {
    this.plans.set(this.front, actions);
    if (this.line === 'open') void this.connection.send({ type: 'plan', seat: this.front, actions });
  }

  async tell(command: Command): Promise<Answer> {
    this.refused = null;
    const answer = await this.connection.send(command);
    if (answer.type === 'refused') this.refuse(null, answer);
    return answer;
  }

  async askHint(): Promise<void> {
    const answer = await this.tell({ type: 'hint', seat: this.front });
    const { reader, view } = this;
    if (answer.type === 'hint' && reader && view) this.hint = advised(answer, reader, view);
  }

  /** What some actions of whoever is in front would lead to; null if they cannot be taken. */
  async try(actions: number[]): Promise<Tried | null> {
    const answer = await this.connection.send({ type: 'try', seat: this.front, actions });
    const { reader, view } = this;
    return answer.type === 'tried' && reader && view ? foreseen(answer, reader, view) : null;
  }

  say(text: string): Promise<Answer> {
    return this.tell(this.front === NOBODY ? { type: 'chat', text } : { type: 'chat', text, seat: this.front });
  }

  /** The person at the next hot seat has the device now. */
  takeDevice(seat: Seat): void {
    this.front = seat;
    this.handTo = null;
    this.wasHanded = true;
    this.tellHolder();
    const view = this.view;
    if (view) this.scene.jump(view, this.visible(this.history));
  }

  /** Take our seat back from a bot; a shared device stays with whoever has it. */
  comeBack(seat: Seat): void {
    this.toldHolder = seat;
    void this.connection.send({ type: 'hold', seat });
    this.tellHolder();
  }

  /** On a shared device time passes only for whoever has it: the room has to know who that is. */
  private tellHolder(): void {
    const holder = this.handTo === null ? this.front : NOBODY;
    if (!this.isHot || this.toldHolder === holder || this.lobby?.status !== 'playing') return;
    this.toldHolder = holder;
    void this.connection.send({ type: 'hold', seat: holder });
  }

  /**
   * Cover a shared device when another person has to decide, or when it is not known yet who has it. Only a press
   * lifts the cover, whoever is asked meanwhile: the page cannot know who holds the device.
   */
  cover(): void {
    if (!this.isHot || !this.view || this.view.over) return;
    const asked = this.view.asks.filter((seat) => this.seats.includes(seat));
    const first = asked[0] ?? this.front;
    if (!this.wasHanded) {
      if (this.handTo === null || !asked.includes(this.handTo)) this.handTo = first;
    } else if (!this.scene.busy && asked.length > 0 && !asked.includes(this.handTo ?? this.front)) this.handTo = first;
    this.tellHolder();
  }

  refuse(action: number | null, told: Told, claim?: Choice): void {
    play('refuse');
    const game = this.lobby?.game;
    this.refused = { action, get reason() { return say(told, game); }, claim };
    const mine = ++this.refusals;
    setTimeout(() => {
      if (this.refusals === mine) this.refused = null;
    }, 4000);
  }
}
