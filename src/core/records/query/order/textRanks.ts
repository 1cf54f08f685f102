import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import type { CellSource } from '../execution/cellSource';
import { sortInTurns } from './sortInTurns';
import { type KeyRun, TextKeys, window } from './textKeys';

/** Maximum total size, in bytes, of the texts that are compared in full. */
const heldAtOnce = 8 * 1024 * 1024;

/** Maximum number of bytes to compare at once when searching for a common prefix. */
const longestPieceBytes = 4096;

interface Texts {
	readonly cells: CellSource;
	readonly numbers: Uint32Array;
	/** Returns an upper limit for the length of a record's text, in bytes. */
	lengthOf(number: number): number;
	readonly records: number;
	readonly memory?: number;
}

/** Returns ranks by record number. Equal texts have equal ranks. Each pass over the file compares a few more bytes. */
export async function textRanks(texts: Texts, scheduler: Scheduler): Promise<Uint32Array> {
	const { cells, numbers, records, memory = heldAtOnce } = texts;
	const order = numbers.slice();
	const keys = new TextKeys(records);
	await cells((number, bytes, start, end) => keys.add(number, bytes, start, end), bitsOf([order]), scheduler);
	await keys.sort(order, scheduler);
	/** For each position in `order`, 1 if the text differs from the previous text, otherwise 0. */
	const differs = new Uint8Array(order.length);
	let runs = keys.split(order, { from: 0, to: order.length, depth: 0 }, differs);
	while (runs.length > 0) {
		const { small, large } = divide(runs, order, texts, memory);
		await compareWhole(small, order, keys, differs, cells, scheduler);
		await moveBehindBeginnings(large, order, keys, texts, scheduler);
		runs = [];
		for (const run of large) {
			await keys.sort(order.subarray(run.from, run.to), scheduler);
			for (const part of keys.split(order, run, differs)) {
				runs.push(part);
			}
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
	}
	return toRanks(order, differs, records, scheduler);
}

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
	scheduler: Scheduler,
): Promise<void> {
	if (runs.length === 0) {
		return;
	}
	const held = new Map<string, Buffer>();
	const textByNumber = new Map<number, Buffer>();
	await cells(
		(number, bytes, start, end) => {
			const hash = keys.hashOf(number);
			const text = held.get(hash) ?? Buffer.from(bytes.subarray(start, end));
			held.set(hash, text);
			textByNumber.set(number, text);
		},
		bitsOf(runs.map(({ from, to }) => order.subarray(from, to))),
		scheduler,
	);
	const nothing = Buffer.alloc(0);
	const compare = (a: number, b: number) => {
		const [textA, textB] = [textByNumber.get(a) ?? nothing, textByNumber.get(b) ?? nothing];
		return textA === textB ? 0 : textA.compare(textB);
	};
	for (const { from, to } of runs) {
		order.set(await sortInTurns(order.subarray(from, to), compare, scheduler), from);
		for (let place = from + 1; place < to; place++) {
			if (compare(order[place - 1] ?? 0, order[place] ?? 0) !== 0) {
				differs[place] = 1;
			}
		}
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
}

async function moveBehindBeginnings(
	runs: KeyRun[],
	order: Uint32Array,
	keys: TextKeys,
	{ cells, records, memory = heldAtOnce }: Texts,
	scheduler: Scheduler,
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
	const length = Math.max(window, Math.min(longestPieceBytes, Math.floor(memory / runs.length)));
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
		scheduler,
	);
	for (const [index, run] of runs.entries()) {
		runs[index] = { ...run, depth: run.depth + (pieces[index]?.length ?? 0) };
	}
	await cells(
		(number, bytes, start, end) =>
			keys.moveTo(number, bytes, Math.min(end, start + (runs[runOf[number] ?? 0]?.depth ?? 0)), end),
		only,
		scheduler,
	);
}

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

async function toRanks(
	order: Uint32Array,
	differs: Uint8Array,
	records: number,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const ranks = new Uint32Array(records);
	let rank = 0;
	await scheduler.forEachBatch(order.length, (from, to) => {
		for (let place = from; place < to; place++) {
			rank += differs[place] ?? 0;
			ranks[order[place] ?? 0] = rank;
		}
	});
	return ranks;
}
