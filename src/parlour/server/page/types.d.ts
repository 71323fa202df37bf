// What the server sends. See docs/reference/http.md for the meaning of each entry.

export interface Shape {
  shape: 'box' | 'disc' | 'polygon' | 'text';
  x: number;
  y: number;
  style?: string;
  width?: number;
  height?: number;
  corner?: number;
  radius?: number;
  points?: [number, number][];
  label?: string;
  text?: string;
  size?: number;
  anchor?: string;
  bold?: boolean;
  mono?: boolean;
  key?: string;
  title?: string;
  click?: [number, number];
}

export interface Scene {
  width: number;
  height: number;
  summary: string;
  shapes: Shape[];
}

export type Rules = Record<string, number | string>;

export interface GameInfo {
  name: string;
  title: string;
  tagline: string;
  roles: string[];
  secret: boolean;
  rules: Rules;
  allowed: Record<string, (number | string)[]>;
  scene: Scene;
}

export interface Element {
  tag: string;
  children: (Element | string)[];
}

export interface Seat {
  role: string;
  name: string;
  kind: 'person' | 'computer' | 'bot';
  taken: boolean;
  choosing: boolean;
  chosen: boolean;
  commitment: string | null;
  offer: string;
}

export interface PastTurn {
  number: number;
  taken_back: number;
  actors: number[];
  choices: number[];
  labels: string[];
  events: string[];
  openings: { nonce: string; commitment: string }[] | null;
}

export interface MatchInfo {
  protocol: number;
  id: string;
  version: number;
  game: string;
  title: string;
  rules: Rules;
  changed_rules: Rules;
  secret: boolean;
  status: 'waiting' | 'running' | 'over';
  turn: number;
  taken_back: number;
  voided: { turn: number; taken_back: number; seat: number; reason: string }[];
  seats: Seat[];
  scene: Scene;
  turns: PastTurn[];
  result: { outcome: string; winner: number | null; reason: string; lines: string[] } | null;
  clock: { start: number; increment: number } | null;
  next: string;
}

export interface Labelled {
  action: number;
  label: string;
}

export interface Actions {
  list?: Labelled[];
  from?: number;
  to?: number;
}

export interface View {
  you: { seat: number | null; actions: Actions | null; prompt: string; renewable: boolean };
  times: { connected: boolean[]; left: number[] | null; running: boolean[] };
  match: MatchInfo;
}

export interface Chance extends Labelled {
  chance: number;
}

export interface ReviewedChoice extends Labelled {
  player: number;
  loss: number;
  perfect: Chance[];
}

export interface ReviewedTurn {
  number: number;
  events: string[];
  choices: ReviewedChoice[];
  luck: number;
  scene: Scene;
  value_after: number;
  bounds_after: [number, number];
}

export interface ReviewData {
  game: string;
  title: string;
  rules: Rules;
  roles: string[];
  seats: string[];
  start: { scene: Scene; value_after: number; bounds_after: [number, number] };
  turns: ReviewedTurn[];
  result: { lines: string[]; [field: string]: unknown };
  forfeit: { player: number; loss: number } | null;
  total_loss: [number, number];
  turning_point: { number: number; player: number } | null;
}

export type Choices = number[];

export interface Position {
  game: string;
  title: string;
  rules: Rules;
  roles: string[];
  scene: Scene;
  value: number;
  bounds: [number, number];
  over: boolean;
  players: { player: number; actions: (Labelled & { loss: number })[]; best: Chance[] }[];
  matrix: number[][] | null;
}
