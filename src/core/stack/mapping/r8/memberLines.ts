import { colon, hash, lineFeed, nine, space, tab } from '../../../../shared/ascii';
import { readRange } from './memberLine';

/**
 * Maximum length of a class's text that is searched directly. Creating an index takes longer than the search
 * (measured).
 */
const searchedLength = 64 * 1024;

/** Minimum number of lines for an index. Fewer lines are parsed in each search, which is faster (measured). */
export const minIndexed = 64;

const arrow = ' -> ';

interface Span {
	readonly first: number;
	readonly last: number;
}

const nothing: Span = { first: 1, last: 0 };
const anything: Span = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

interface NamedLines {
	readonly starts: readonly number[];
	/** Returns the index in `starts` of the next line whose range contains, or may contain, the position. */
	nextFor(position: number, from: number): number | undefined;
}

/** Finds the lines of a class by the minified name at the end of each line: ` 1:1:void run():25:25 -> a`. */
export class MemberLines {
	private sorted: ReadonlyMap<string, readonly number[]> | undefined;
	private indexed: Map<string, NamedLines> | undefined;

	constructor(readonly text: string) {}

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

	/** Returns true if the range at the line's start may contain the position. Doesn't parse the rest of the line. */
	mayHold(start: number, position: number): boolean {
		const { first, last } = this.getSpan(start);
		return first <= position && position <= last;
	}

	private getSpan(start: number): Span {
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
			const { first, last } = this.getSpan(start);
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
			// The first line describes the class itself.
			if (start > 0 && (ends || this.getName(start, end) === name)) {
				starts.push(start);
			}
			found = this.text.indexOf(wanted, end);
		}
		return starts;
	}

	private sort(): Map<string, number[]> {
		const byName = new Map<string, number[]>();
		for (let start = this.endOf(0) + 1; start < this.text.length; start = this.endOf(start) + 1) {
			const name = this.getName(start, this.endOf(start));
			const starts = name === undefined ? undefined : byName.get(name);
			if (starts) {
				starts.push(start);
			} else if (name !== undefined) {
				byName.set(name, [start]);
			}
		}
		return byName;
	}

	private getName(start: number, end: number): string | undefined {
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
