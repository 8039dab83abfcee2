/**
 * What the server tells, as types. `openapi.json` has the same in full.
 *
 * @typedef {{name: string, x: number, y: number, shape: string, pieces: number[], tile?: boolean, marked?: boolean}} Cell
 * @typedef {{name: string, from: [number, number], to: [number, number], piece: number | null}} Bar
 * @typedef {{name: string, player: number, squares: [number, number][]}} Item
 * @typedef {{x: number, y: number, text: string}} Label
 * @typedef {{cells: Cell[], bars: Bar[], ways: [number, number, number][], labels: Label[], tray: Item[], panel: string[]}} Picture
 * @typedef {{kind: "player" | "chance" | "over", player?: number}} Turn
 * @typedef {{move: string, touches: string[]}} Choice
 * @typedef {{ply: number, turn: Turn, picture: Picture, text: string, choices: Choice[], scores: number[] | null,
 *   worlds: number | null, heat: Record<string, number>}} Position
 * @typedef {{kind: "person" | "player" | "agent", spec?: string}} Who
 * @typedef {Who & {name: string, role: string | null, team: number}} Seat
 * @typedef {(number | null)[]} Shares
 * @typedef {{move: string, touches: string[], visits: number, shares: Shares | null, proven: boolean}} Candidate
 * @typedef {{move: string, player: number | null, visits: number, worth: number | null, below: Branch[]}} Branch
 * @typedef {{best: string, candidates: Candidate[], line: string[], branches: Branch[], playouts: number, nodes: number,
 *   depth: number, milliseconds: number}} Findings
 * @typedef {{number: number, ply: number, player: number, name: string, advice: boolean, waiting: boolean, queue: number,
 *   done: boolean, findings: Findings | null,
 *   budget: {milliseconds: number | null, playouts: number | null, plies: number | null, nodes: number | null,
 *   depth: number | null}}} Thought
 * @typedef {{shares: (Shares | null)[], blunders: number[], running: boolean}} Graph
 * @typedef {{id: string, game: string, name: string, rules: string, seats: Seat[], secrets: boolean,
 *   observer: number | null, may_see: number[], plies: number, history: {player: number | null, move: string}[],
 *   position: Position, findings: Findings | null, graph: Graph, paused: boolean, delay: number,
 *   fault: string | null}} Room
 * @typedef {{name: string, help: string, default: string | null, kind: string, least: number | null, most: number | null,
 *   words: string[]}} Option
 * @typedef {{name: string, summary: string, source: string, options: Option[]}} Schema
 * @typedef {{name: string, spec: string, help: string}} Suggestion
 * @typedef {{spec: string, players: number, roles: string[], secrets: boolean, suggestions: Suggestion[][]}} Size
 * @typedef {Schema & {rules: string, sizes: Size[]}} Game
 * @typedef {{games: Game[], players: Schema[], parts: Schema[], agents: string[], most_milliseconds: number}} Catalog
 * @typedef {{game: string, players: string[], done: number, games: number}} Match
 * @typedef {{number: number, name: string, error: string | null,
 *   runs: {name: string, done: number, games: number, matches: Match[]}[]}} Store
 */

export {};
