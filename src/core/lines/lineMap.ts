import type { CooperativeTask } from '../common/cooperativeTask';
import { aligningLines } from './alignLines';
import { type CodedLines, codingLines, readingLines } from './codedLines';
import { findingEdited, getGaps } from './editedLines';
import type { LineNow } from './lineNow';
import { findingMoved, type Partners } from './movedLines';

const maxMappedLength = 4_000_000;

export class LineMap {
	constructor(
		private readonly before: readonly string[],
		private readonly after: readonly string[],
		private readonly coded: CodedLines,
		private readonly partners: Pick<Partners, 'inOrder' | 'moved'>,
	) {}

	/** @param line1 One-based line number in the earlier text. */
	of(line1: number): LineNow {
		const at = line1 - 1;
		const text = this.before[at];
		if (text === undefined) {
			return { kind: 'absent' };
		}
		const place = this.getPlace(at);
		if (place < 0) {
			return { kind: 'gone', near1: this.lastAbove(at) + 1 };
		}
		const isSame = this.after[place] === text && this.isHeld(at, place);
		return { kind: isSame ? (place === at ? 'same' : 'shifted') : 'changed', line1: place + 1 };
	}

	/**
	 * Returns true if a match is unambiguous: the matching lines around it include a unique line, and no equal lines
	 * next to them were inserted or deleted.
	 */
	private isHeld(at: number, place: number): boolean {
		const [above, below] = [this.holdOf(at, place, -1), this.holdOf(at, place, 1)];
		return above === 'held' ? below !== 'loose' : below === 'held' && above !== 'loose';
	}

	/**
	 * Examines the matching lines above or below a match. Returns `held` if they confirm the match, or `loose` if it
	 * could be shifted by a line.
	 */
	private holdOf(at: number, place: number, step: 1 | -1): 'held' | 'loose' | 'unheld' {
		const { before, after } = this.coded;
		let [line, other] = [at, place];
		while (this.getPlace(line) === other && this.before[line] === this.after[other]) {
			if (this.isSingle(line)) {
				return 'held';
			}
			line += step;
			other += step;
		}
		const distance = Math.abs(line - at);
		let next = line;
		while (next >= 0 && next < before.length && (this.partners.inOrder[next] ?? -1) < 0) {
			next += step;
		}
		const nextOther = this.partners.inOrder[next] ?? (step < 0 ? -1 : after.length);
		if (line === next && other === nextOther) {
			return next < 0 || next === before.length ? 'held' : 'unheld';
		}
		const isLoose = (codes: Int32Array, from: number, to: number) => {
			let back = 1;
			while (back <= distance && codes[from - step * back] === codes[to - step * back]) {
				back++;
			}
			return from !== to && back > distance;
		};
		return isLoose(before, line, next) || isLoose(after, other, nextOther) ? 'loose' : 'unheld';
	}

	private isSingle(at: number): boolean {
		const { before, timesBefore, timesAfter } = this.coded;
		const code = before[at] ?? 0;
		return timesBefore[code] === 1 && timesAfter[code] === 1;
	}

	private getPlace(at: number): number {
		return Math.max(this.partners.inOrder[at] ?? -1, this.partners.moved[at] ?? -1);
	}

	private lastAbove(at: number): number {
		for (let above = at - 1; above >= 0; above--) {
			const found = this.partners.inOrder[above] ?? -1;
			if (found >= 0) {
				return found;
			}
		}
		return -1;
	}
}

/**
 * Matches lines in the same order first, then moved lines, and then similar lines. Returns undefined if the time budget
 * is exhausted.
 */
export function* mappingLines(before: string, after: string): CooperativeTask<LineMap | undefined> {
	if (before.length > maxMappedLength || after.length > maxMappedLength) {
		return undefined;
	}
	const lines = yield* readingLines(before);
	const linesAfter = lines && (yield* readingLines(after));
	const coded = linesAfter && (yield* codingLines(lines, linesAfter));
	if (!coded) {
		return undefined;
	}
	const unmapped = () => new Int32Array(lines.length).fill(-1);
	const partners = { inOrder: unmapped(), moved: unmapped(), isTaken: new Uint8Array(linesAfter.length) };
	const { inOrder, isTaken } = partners;
	const whole = { from: 0, to: lines.length, fromAfter: 0, toAfter: linesAfter.length };
	if (!(yield* aligningLines(coded, whole, inOrder))) {
		return undefined;
	}
	for (const partner of inOrder) {
		if (partner >= 0) {
			isTaken[partner] = 1;
		}
	}
	if (!(yield* findingMoved(coded, partners))) {
		return undefined;
	}
	for (const gap of getGaps(inOrder.slice(), linesAfter.length)) {
		if (!(yield* findingEdited(lines, linesAfter, gap, partners))) {
			return undefined;
		}
	}
	return new LineMap(lines, linesAfter, coded, partners);
}
