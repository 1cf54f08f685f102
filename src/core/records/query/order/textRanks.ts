import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { CellSource } from '../work/cellSource';
import { sortInTurns } from './sortInTurns';
import { type KeyRun, TextKeys, window } from './textKeys';

/** Texts that are compared as a whole are held together, up to so many bytes. */
const heldAtOnce = 8 * 1024 * 1024;

/** How far texts are compared at once to find what they have in common (bytes). */
const longestPiece = 4096;

/** What is ranked: a text for each of some records. */
interface Texts {
	readonly cells: CellSource;
	readonly numbers: Uint32Array;
	/** At least the bytes of a record's text. */
	lengthOf(number: number): number;
	/** Records of the table. */
	readonly records: number;
	/** Overrides how much is held at once. */
	readonly memory?: number;
}

/**
 * By record: the place of its text in the order of bytes, 0 for the first; equal texts share one.
 *
 * In memory are a few bytes of each text. Those that are equal in these are compared by the bytes behind what they
 * have in common, read in another pass over the file, and so on until the rest can be held and compared.
 */
export async function textRanks(texts: Texts, pace: Pace): Promise<Uint32Array> {
	const { cells, numbers, records, memory = heldAtOnce } = texts;
	const order = numbers.slice();
	const keys = new TextKeys(records);
	await cells((number, bytes, start, end) => keys.add(number, bytes, start, end), bitsOf([order]), pace);
	await keys.sort(order, pace);
	/** By place in the order: 1 where a text differs from the one before it. */
	const differs = new Uint8Array(order.length);
	let runs = keys.split(order, { from: 0, to: order.length, depth: 0 }, differs);
	while (runs.length > 0) {
		const { small, large } = divide(runs, order, texts, memory);
		await compareWhole(small, order, keys, differs, cells, pace);
		await moveBehindBeginnings(large, order, keys, texts, pace);
		runs = [];
		for (const run of large) {
			await keys.sort(order.subarray(run.from, run.to), pace);
			for (const part of keys.split(order, run, differs)) {
				runs.push(part);
			}
			if (pace.due) {
				await pace.rest();
			}
		}
	}
	return toRanks(order, differs, records, pace);
}

/** `small` ones can be held together. */
function divide(runs: readonly KeyRun[], order: Uint32Array, { lengthOf }: Texts, memory: number) {
	const small: KeyRun[] = [];
	const large: KeyRun[] = [];
	let room = memory;
	for (const run of runs) {
		let bytes = 0;
		for (let place = run.from; place < run.to && bytes <= room; place++) {
			bytes += lengthOf(order[place] ?? 0);
		}
		if (bytes <= room) {
			room -= bytes;
			small.push(run);
		} else {
			large.push(run);
		}
	}
	return { small, large };
}

async function compareWhole(
	runs: readonly KeyRun[],
	order: Uint32Array,
	keys: TextKeys,
	differs: Uint8Array,
	cells: CellSource,
	pace: Pace,
): Promise<void> {
	if (runs.length === 0) {
		return;
	}
	/** Equal texts are held once. */
	const held = new Map<string, Buffer>();
	const textOf = new Map<number, Buffer>();
	await cells(
		(number, bytes, start, end) => {
			const hash = keys.hashOf(number);
			const text = held.get(hash) ?? Buffer.from(bytes.subarray(start, end));
			held.set(hash, text);
			textOf.set(number, text);
		},
		bitsOf(runs.map(({ from, to }) => order.subarray(from, to))),
		pace,
	);
	const nothing = Buffer.alloc(0);
	const compare = (a: number, b: number) => {
		const [textA, textB] = [textOf.get(a) ?? nothing, textOf.get(b) ?? nothing];
		return textA === textB ? 0 : textA.compare(textB);
	};
	for (const { from, to } of runs) {
		order.set(await sortInTurns(order.subarray(from, to), compare, pace), from);
		for (let place = from + 1; place < to; place++) {
			if (compare(order[place - 1] ?? 0, order[place] ?? 0) !== 0) {
				differs[place] = 1;
			}
		}
		if (pace.due) {
			await pace.rest();
		}
	}
}

/** Moves the windows of each run behind what its texts have in common. */
async function moveBehindBeginnings(
	runs: KeyRun[],
	order: Uint32Array,
	keys: TextKeys,
	{ cells, records, memory = heldAtOnce }: Texts,
	pace: Pace,
): Promise<void> {
	if (runs.length === 0) {
		return;
	}
	const runOf = new Uint32Array(records);
	for (const [index, { from, to }] of runs.entries()) {
		for (let place = from; place < to; place++) {
			runOf[order[place] ?? 0] = index;
		}
	}
	const only = bitsOf(runs.map(({ from, to }) => order.subarray(from, to)));
	const length = Math.max(window, Math.min(longestPiece, Math.floor(memory / runs.length)));
	const pieces: (Buffer | undefined)[] = [];
	await cells(
		(number, bytes, start, end) => {
			const index = runOf[number] ?? 0;
			const from = start + (runs[index]?.depth ?? 0);
			const piece = pieces[index];
			pieces[index] = piece
				? piece.subarray(0, common(piece, bytes, from, end))
				: Buffer.from(bytes.subarray(from, Math.min(end, from + length)));
		},
		only,
		pace,
	);
	for (const [index, run] of runs.entries()) {
		runs[index] = { ...run, depth: run.depth + (pieces[index]?.length ?? 0) };
	}
	await cells(
		(number, bytes, start, end) =>
			keys.moveTo(number, bytes, Math.min(end, start + (runs[runOf[number] ?? 0]?.depth ?? 0)), end),
		only,
		pace,
	);
}

/** How many bytes both begin with. */
function common(piece: Buffer, bytes: Buffer, start: number, end: number): number {
	const length = Math.min(piece.length, end - start);
	let index = 0;
	while (index < length && piece[index] === bytes[start + index]) {
		index++;
	}
	return index;
}

function bitsOf(parts: readonly Uint32Array[]): Bitset {
	const bits = new Bitset();
	for (const part of parts) {
		for (const number of part) {
			bits.add(number);
		}
	}
	return bits;
}

async function toRanks(order: Uint32Array, differs: Uint8Array, records: number, pace: Pace): Promise<Uint32Array> {
	const ranks = new Uint32Array(records);
	let rank = 0;
	await pace.walk(order.length, (from, to) => {
		for (let place = from; place < to; place++) {
			rank += differs[place] ?? 0;
			ranks[order[place] ?? 0] = rank;
		}
	});
	return ranks;
}
