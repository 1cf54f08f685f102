import { colon, hash, lineFeed, nine, space, tab } from '../../../common/ascii';
import { readRange } from './memberLine';

/** Texts up to here are searched for each name, which costs less than sorting all their lines; measured. */
const searchedLength = 64 * 1024;

/** From here on the ranges of a name's lines are read once for all positions, and not for each anew; measured. */
export const minIndexed = 64;

const arrow = ' -> ';

/** The minified positions that a line can hold; none where the last is before the first. */
interface Span {
	readonly first: number;
	readonly last: number;
}

const nothing: Span = { first: 1, last: 0 };
const anything: Span = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

/** The lines with one minified name. */
interface NamedLines {
	/** Offsets, in their order. */
	readonly starts: readonly number[];
	/** The next index of `starts` whose line can have a range that holds the position; never passes one that has. */
	nextFor(position: number, from: number): number | undefined;
}

/**
 * Finds the lines of a class by the minified name at their end, as in `    1:1:void run():25:25 -> a`. Comments that end
 * like that are found as well: what parses the lines tells them apart.
 */
export class MemberLines {
	private sorted: ReadonlyMap<string, readonly number[]> | undefined;
	private indexed: Map<string, NamedLines> | undefined;

	constructor(readonly text: string) {}

	/** Offsets of the lines, in their order. */
	startsOf(name: string): readonly number[] {
		if (this.text.length <= searchedLength) {
			return this.search(name);
		}
		this.sorted ??= this.sort();
		return this.sorted.get(name) ?? [];
	}

	named(name: string): NamedLines {
		const known = this.indexed?.get(name);
		if (known) {
			return known;
		}
		const starts = this.startsOf(name);
		if (starts.length < minIndexed) {
			return { starts, nextFor: (position, from) => this.nextOf(starts, position, from) };
		}
		const lines = this.index(starts);
		this.indexed ??= new Map();
		this.indexed.set(name, lines);
		return lines;
	}

	lineAt(start: number): string {
		return this.text.slice(start, this.endOf(start));
	}

	/**
	 * Whether the line can have a range that holds the position, without parsing it: no for those that begin with a type or
	 * with another range `s:e:`, yes for those that begin as no compiler begins them.
	 */
	mayHold(start: number, position: number): boolean {
		const { first, last } = this.spanOf(start);
		return first <= position && position <= last;
	}

	private spanOf(start: number): Span {
		let place = start;
		while (this.text.charCodeAt(place) === space) {
			place++;
		}
		if (this.text.charCodeAt(place) > nine) {
			return nothing;
		}
		const { first = 0, last, end = 0 } = readRange(this.text, place) ?? {};
		return last === undefined || this.text.charCodeAt(end) !== colon ? anything : { first, last };
	}

	private nextOf(starts: readonly number[], position: number, from: number): number | undefined {
		for (let index = from; index < starts.length; index++) {
			if (this.mayHold(starts[index] ?? 0, position)) {
				return index;
			}
		}
		return undefined;
	}

	private index(starts: readonly number[]): NamedLines {
		const firsts = new Float64Array(starts.length);
		const lasts = new Float64Array(starts.length);
		for (const [index, start] of starts.entries()) {
			const { first, last } = this.spanOf(start);
			firsts[index] = first;
			lasts[index] = last;
		}
		const nextFor = (position: number, from: number) => {
			for (let index = from; index < starts.length; index++) {
				if ((firsts[index] ?? 1) <= position && position <= (lasts[index] ?? 0)) {
					return index;
				}
			}
			return undefined;
		};
		return { starts, nextFor };
	}

	/** Where the next line starts if it is a comment. */
	commentBelow(start: number): number | undefined {
		const below = this.endOf(start) + 1;
		return this.isComment(below) ? below : undefined;
	}

	private search(name: string): number[] {
		const starts: number[] = [];
		const wanted = arrow + name;
		for (let found = this.text.indexOf(wanted); found >= 0; ) {
			const start = this.text.lastIndexOf('\n', found) + 1;
			const behind = found + wanted.length;
			const ends = this.text.charCodeAt(behind) === lineFeed;
			const end = ends ? behind : this.endOf(behind);
			// The first line is that of the class.
			if (start > 0 && (ends || this.nameOf(start, end) === name)) {
				starts.push(start);
			}
			found = this.text.indexOf(wanted, end);
		}
		return starts;
	}

	private sort(): Map<string, number[]> {
		const byName = new Map<string, number[]>();
		for (let start = this.endOf(0) + 1; start < this.text.length; start = this.endOf(start) + 1) {
			const name = this.nameOf(start, this.endOf(start));
			const starts = name === undefined ? undefined : byName.get(name);
			if (starts) {
				starts.push(start);
			} else if (name !== undefined) {
				byName.set(name, [start]);
			}
		}
		return byName;
	}

	/** What is behind the last arrow of a line. */
	private nameOf(start: number, end: number): string | undefined {
		const line = this.text.slice(start, end);
		const place = line.lastIndexOf(arrow);
		return place < 0 ? undefined : line.slice(place + arrow.length).trim();
	}

	private isComment(start: number): boolean {
		let place = start;
		let next = this.text.charCodeAt(place);
		while (next === space || next === tab) {
			place++;
			next = this.text.charCodeAt(place);
		}
		return next === hash;
	}

	private endOf(start: number): number {
		const end = this.text.indexOf('\n', start);
		return end < 0 ? this.text.length : end;
	}
}
