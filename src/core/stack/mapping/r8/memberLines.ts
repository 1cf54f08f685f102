import { colon, hash, lineFeed, nine, space, tab } from '../../../ascii';
import { readRange } from './memberLine';

/** Texts up to here are searched for each name, which costs less than sorting all their lines; measured. */
const searchedLength = 64 * 1024;

/** More than the positions a method can have, 65,535; what is beyond is not read. */
const maxLinesPerName = 100_000;

const arrow = ' -> ';

/**
 * Finds the lines of a class by the minified name at their end, as in `    1:1:void run():25:25 -> a`. Comments that end
 * like that are found as well: what parses the lines tells them apart.
 */
export class MemberLines {
	private sorted: ReadonlyMap<string, readonly number[]> | undefined;

	constructor(readonly text: string) {}

	/** Offsets of the lines, in their order. */
	startsOf(name: string): readonly number[] {
		if (this.text.length <= searchedLength) {
			return this.search(name);
		}
		this.sorted ??= this.sort();
		return this.sorted.get(name) ?? [];
	}

	lineAt(start: number): string {
		return this.text.slice(start, this.endOf(start));
	}

	/**
	 * Whether the line can have a range that holds the position, without parsing it: no for those that begin with a type or
	 * with another range `s:e:`, yes for those that begin as no compiler begins them.
	 */
	mayHold(start: number, position: number): boolean {
		let place = start;
		while (this.text.charCodeAt(place) === space) {
			place++;
		}
		if (this.text.charCodeAt(place) > nine) {
			return false;
		}
		const { first = 0, last, end = 0 } = readRange(this.text, place) ?? {};
		return last === undefined || this.text.charCodeAt(end) !== colon || (first <= position && position <= last);
	}

	/** Where the next line starts if it is a comment. */
	commentBelow(start: number): number | undefined {
		const below = this.endOf(start) + 1;
		return this.isComment(below) ? below : undefined;
	}

	private search(name: string): number[] {
		const starts: number[] = [];
		const wanted = arrow + name;
		for (let found = this.text.indexOf(wanted); found >= 0; found = this.text.indexOf(wanted, found + 1)) {
			const start = this.text.lastIndexOf('\n', found) + 1;
			// The first line is that of the class.
			if (start > 0 && this.endsLine(found + wanted.length)) {
				starts.push(start);
			}
		}
		return starts;
	}

	private sort(): Map<string, number[]> {
		const byName = new Map<string, number[]>();
		for (let start = this.endOf(0) + 1; start < this.text.length; start = this.endOf(start) + 1) {
			const line = this.lineAt(start);
			const place = line.lastIndexOf(arrow);
			if (place < 0) {
				continue;
			}
			const name = line.slice(place + arrow.length).trim();
			const starts = byName.get(name);
			if (!starts) {
				byName.set(name, [start]);
			} else if (starts.length < maxLinesPerName) {
				starts.push(start);
			}
		}
		return byName;
	}

	/** Whether nothing but blanks follows. */
	private endsLine(place: number): boolean {
		return this.text.charCodeAt(place) === lineFeed || this.text.slice(place, this.endOf(place)).trim() === '';
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
