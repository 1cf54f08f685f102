import type { ClassMapping, MemberRange } from './classMapping';
import type { MapVersion } from './mapVersion';
import { minifiedName, parseMemberLine } from './memberLine';
import { type MemberNote, parseNote } from './memberNotes';

export interface SectionPlace {
	readonly original: string;
	readonly minified: string;
	readonly version: MapVersion;
}

/** More than the positions a method can have, 65,535; what is beyond is not read. */
const maxRangesPerName = 100_000;

/**
 * The part of a mapping file that begins with one class line. Lines are sorted by minified name at first and parsed when
 * a name is asked for.
 */
export class ClassSection implements ClassMapping {
	readonly original: string;
	readonly minified: string;
	readonly synthesized: boolean;
	private readonly lines: readonly string[];
	private readonly version: MapVersion;
	/** Numbers of lines by the minified name at their end. */
	private readonly byName = new Map<string, number[]>();
	private readonly parsedRanges = new Map<string, readonly MemberRange[]>();

	/** @param text from the class line on; what is before it is the caller's business */
	constructor(text: string, { original, minified, version }: SectionPlace) {
		this.original = original;
		this.minified = minified;
		this.version = version;
		this.lines = text.split('\n');
		const firstMember = this.sortLines();
		this.synthesized = this.notesBelow(0, firstMember).some(({ kind }) => kind === 'synthesized');
	}

	ranges(method: string): readonly MemberRange[] {
		let ranges = this.parsedRanges.get(method);
		if (!ranges) {
			ranges = this.parseRanges(method);
			this.parsedRanges.set(method, ranges);
		}
		return ranges;
	}

	fields(name: string): readonly string[] {
		return (this.byName.get(name) ?? []).flatMap((number) => {
			const member = parseMemberLine(this.lines[number] ?? '');
			return member?.kind === 'field' ? [member.name] : [];
		});
	}

	/** @returns the number of the first line that is a member */
	private sortLines(): number {
		let firstMember = this.lines.length;
		for (let number = 1; number < this.lines.length; number++) {
			const line = this.lines[number] ?? '';
			const name = isComment(line) ? undefined : minifiedName(line);
			if (name === undefined) {
				continue;
			}
			firstMember = Math.min(firstMember, number);
			const numbers = this.byName.get(name);
			if (!numbers) {
				this.byName.set(name, [number]);
			} else if (numbers.length < maxRangesPerName) {
				numbers.push(number);
			}
		}
		return firstMember;
	}

	private parseRanges(method: string): readonly MemberRange[] {
		return (this.byName.get(method) ?? []).flatMap((number) => {
			const member = parseMemberLine(this.lines[number] ?? '');
			return member?.kind === 'method' ? [{ ...member.range, notes: this.notesBelow(number) }] : [];
		});
	}

	/** Of the comments that follow a line directly. */
	private notesBelow(number: number, end: number = this.lines.length): MemberNote[] {
		const notes: MemberNote[] = [];
		for (let below = number + 1; below < end && isComment(this.lines[below] ?? ''); below++) {
			const note = parseNote(this.lines[below] ?? '', this.version);
			if (note && note.kind !== 'version' && note.kind !== 'sourceFile') {
				notes.push(note);
			}
		}
		return notes;
	}
}

function isComment(line: string): boolean {
	return /^\s*#/.test(line);
}
